/** The cached entries by what they show. Most topics have one entry, for which a set would take more memory than the rest of it. */
export class TopicIndex<Entry extends object> {
  readonly #entries = new Map<string, Entry | Set<Entry>>()

  add(entry: Entry, topics: readonly string[]) {
    for (const topic of topics) {
      const known = this.#entries.get(topic)
      if (known === undefined) this.#entries.set(topic, entry)
      else if (known instanceof Set) known.add(entry)
      else this.#entries.set(topic, new Set([known, entry]))
    }
  }

  delete(entry: Entry, topics: readonly string[]) {
    for (const topic of topics) {
      const known = this.#entries.get(topic)
      if (known === entry) this.#entries.delete(topic)
      else if (known instanceof Set && known.delete(entry) && known.size === 0) this.#entries.delete(topic)
    }
  }

  /** The entries that show a topic; they may be deleted meanwhile. */
  of(topic: string): Iterable<Entry> {
    const known = this.#entries.get(topic)
    if (known === undefined) return []
    return known instanceof Set ? known : [known]
  }
}
