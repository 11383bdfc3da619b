import { LRUCache } from 'lru-cache'

type Entry = {
  key: string
  value: {
    readonly bytes: number
    /** Makes it smaller until it is sent again, and returns whether it could. */
    pack?(): boolean
  }
}

type Options<Kept> = {
  /** Bytes of the entries that were used lately, as they are sent. */
  maxBytes: number
  /** Bytes of those that gave way to them, packed. */
  maxPackedBytes: number
  /** Bytes that an entry takes besides its value. */
  entryBytes: number
  /** Called with each entry that is kept no longer. */
  onDropped: (entry: Kept) => void
}

/**
 * The entries of a cache within so many bytes, in the order of their use. An entry that gives way to others is packed first, and
 * dropped when the packed ones are too many (docs/decisions/042-packed-pages.md).
 */
export class TieredEntries<Kept extends Entry> {
  readonly #recent: LRUCache<string, Kept>
  readonly #packed: LRUCache<string, Kept> | undefined
  readonly #onDropped: (entry: Kept) => void
  #moving: Kept | undefined

  constructor({ maxBytes, maxPackedBytes, entryBytes, onDropped }: Options<Kept>) {
    this.#onDropped = onDropped
    const sizeCalculation = ({ value }: Kept) => value.bytes + entryBytes
    this.#recent = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation,
      dispose: (entry, key, reason) => {
        if (reason === 'evict' && this.#packed && entry.value.pack?.()) this.#packed.set(key, entry)
        else onDropped(entry)
      },
    })
    if (maxPackedBytes === 0) return
    this.#packed = new LRUCache({
      maxSize: maxPackedBytes,
      sizeCalculation,
      dispose: (entry) => {
        if (entry !== this.#moving) this.#onDropped(entry)
      },
    })
  }

  /** The entry, which becomes the last one to give way. */
  get(key: string): Kept | undefined {
    const recent = this.#recent.get(key)
    if (recent) return recent
    const packed = this.#packed?.peek(key)
    if (!packed) return undefined
    this.#moving = packed
    this.#packed!.delete(key)
    this.#moving = undefined
    this.#recent.set(key, packed)
    return packed
  }

  /** The entry, without a change of the order. */
  peek(key: string): Kept | undefined {
    return this.#recent.peek(key) ?? this.#packed?.peek(key)
  }

  /** Keeps an entry in place of the one with its key. */
  set(entry: Kept) {
    this.#packed?.delete(entry.key)
    this.#recent.set(entry.key, entry)
  }

  delete(key: string) {
    this.#recent.delete(key)
    this.#packed?.delete(key)
  }

  clear() {
    this.#recent.clear()
    this.#packed?.clear()
  }

  *values(): Generator<Kept> {
    yield* this.#recent.values()
    if (this.#packed) yield* this.#packed.values()
  }
}
