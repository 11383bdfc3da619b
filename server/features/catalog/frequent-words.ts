import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { firstFrom } from './sorted-words.ts'

/**
 * About how many products have the frequent words of the catalogue, from PostgreSQL's statistics of `search_document`. They choose how a
 * search is read, never what it answers: they are of another moment, and a new database has none.
 */
export class FrequentWords {
  /** The probable number of all products. */
  readonly products: number
  /** For lexemes of `search_document` the part of the products that have them, from 0 to 1. */
  readonly shares: ReadonlyMap<string, number>
  /** Up to a thousand of them, sorted: each word of a search is looked for. */
  readonly #lexemes: readonly string[]

  constructor(products: number, shares: ReadonlyMap<string, number>) {
    this.products = products
    this.shares = shares
    this.#lexemes = [...shares.keys()].sort((a, b) => (a < b ? -1 : 1))
  }

  shareOf(lexeme: string): number {
    return this.shares.get(lexeme) ?? 0
  }

  /** Too high where products have several words that begin so. */
  shareOfBeginning(beginning: string): number {
    let share = 0
    const lexemes = this.#lexemes
    for (let at = firstFrom(lexemes, beginning); lexemes[at]?.startsWith(beginning); at += 1)
      share += this.shareOf(lexemes[at]!)
    return Math.min(1, share)
  }
}

export async function readFrequentWords(database: Db): Promise<FrequentWords> {
  // The last of the frequencies are the least and the greatest.
  const { rows } = await sql<{ products: number; lexemes: string[]; shares: number[] }>`
    select greatest(reltuples, 0)::float8 as products,
      coalesce(most_common_elems::text::text[], '{}') as lexemes, coalesce(most_common_elem_freqs, '{}')::float8[] as shares
    from pg_class left join pg_stats on schemaname = relnamespace::regnamespace::text and tablename = relname
      and attname = 'search_document'
    where pg_class.oid = 'products'::regclass`.execute(database)
  const { products, lexemes, shares } = rows[0]!
  return new FrequentWords(products, new Map(lexemes.map((lexeme, index) => [lexeme, shares[index]!])))
}
