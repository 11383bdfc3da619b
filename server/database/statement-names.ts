import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Statements that a connection keeps prepared: more than the shop uses, and few enough for PostgreSQL's memory. */
export const MAX_PREPARED = 200

/** A name that depends on the text only: behind a pooler, two servers never use one name for different statements. */
const nameOf = (text: string) => `b${createHash('sha256').update(text).digest('hex').slice(0, 24)}`

/**
 * The names of a connection's prepared statements, the least recently used first. A page size or a filter of its own makes a
 * text of its own, and anybody may send many of them: those in use stay prepared, the others make room.
 */
export class StatementNames {
  readonly #names = new LRUCache<string, string>({
    max: MAX_PREPARED,
    dispose: (name) => {
      this.#evicted = name
    },
  })
  #evicted: string | undefined

  /** The statement's name, and the name of the statement to deallocate for it, if any. */
  use(text: string): { name: string; evicted?: string } {
    const known = this.#names.get(text)
    if (known) return { name: known }
    const name = nameOf(text)
    this.#evicted = undefined
    this.#names.set(text, name)
    return { name, evicted: this.#evicted }
  }
}
