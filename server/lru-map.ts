type Node<Key, Value> = { key: Key; value: Value; older: Node<Key, Value>; newer: Node<Key, Value> }

/**
 * A Map in the order of use, the least recently used entry first. Deleting a key of a Map and adding it again gives the same order, but
 * a Map keeps deleted keys in its chains until it is rebuilt: a popular key of a large one takes 10 µs each time.
 */
export class LruMap<Key, Value> {
  readonly #nodes = new Map<Key, Node<Key, Value>>()
  /** Before the oldest node and after the newest one, so that every node has neighbours. */
  readonly #ends = {} as Node<Key, Value>

  constructor() {
    this.clear()
  }

  get size(): number {
    return this.#nodes.size
  }

  /** The value of a key, which is the most recently used one from now on. */
  get(key: Key): Value | undefined {
    const node = this.#nodes.get(key)
    if (!node) return undefined
    if (node !== this.#ends.older) {
      unlink(node)
      this.#append(node)
    }
    return node.value
  }

  /** Adds a key that isn't there. */
  add(key: Key, value: Value) {
    const node = { key, value } as Node<Key, Value>
    this.#nodes.set(key, node)
    this.#append(node)
  }

  delete(key: Key) {
    const node = this.#nodes.get(key)
    if (!node) return
    unlink(node)
    this.#nodes.delete(key)
  }

  clear() {
    this.#nodes.clear()
    this.#ends.older = this.#ends
    this.#ends.newer = this.#ends
  }

  /** The entries, the least recently used one first. The one that was returned last may be deleted meanwhile. */
  *entries(): Generator<[Key, Value]> {
    let node = this.#ends.newer
    while (node !== this.#ends) {
      const { key, value, newer } = node
      yield [key, value]
      node = newer
    }
  }

  #append(node: Node<Key, Value>) {
    const newest = this.#ends.older
    node.older = newest
    node.newer = this.#ends
    newest.newer = node
    this.#ends.older = node
  }
}

function unlink({ older, newer }: Node<unknown, unknown>) {
  older.newer = newer
  newer.older = older
}
