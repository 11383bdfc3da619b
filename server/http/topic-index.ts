type Shown<Entry> = { topic: string; by: Entry | Set<Entry> }

/** The cached entries by what they show. Most topics have one entry, for which a set would take more memory than the rest of it. */
export class TopicIndex<Entry extends object> {
  readonly #shown = new Map<string, Shown<Entry>>()

  /** Adds an entry, and returns its topics as texts that all entries share, which take their memory once. */
  add(entry: Entry, topics: readonly string[]): string[] {
    return topics.map((topic) => {
      const known = this.#shown.get(topic)
      if (!known) this.#shown.set(topic, { topic, by: entry })
      else if (known.by instanceof Set) known.by.add(entry)
      else if (known.by !== entry) known.by = new Set([known.by, entry])
      return known?.topic ?? topic
    })
  }

  delete(entry: Entry, topics: readonly string[]) {
    for (const topic of topics) {
      const known = this.#shown.get(topic)
      if (known?.by === entry) this.#shown.delete(topic)
      else if (known?.by instanceof Set && known.by.delete(entry) && known.by.size === 0)
        this.#shown.delete(topic)
    }
  }

  /** The entries that show a topic; they may be deleted meanwhile. */
  of(topic: string): Iterable<Entry> {
    const known = this.#shown.get(topic)
    if (known === undefined) return []
    return known.by instanceof Set ? known.by : [known.by]
  }
}
