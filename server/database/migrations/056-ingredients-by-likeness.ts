import { type Kysely, sql } from 'kysely'

/** The version before this migration doesn't need the index. */
export const compatible = true

/** An index for the names of ingredients that are spelled like a searched word (docs/product.md#search). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index ingredient_names_by_likeness on ingredient_names using gin (name gin_trgm_ops)`.execute(
    database,
  )
}
