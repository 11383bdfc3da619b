import { type Kysely, sql } from 'kysely'

/** The version before this migration uses neither leftover. */
export const compatible = true

/** Drops leftovers of earlier versions: a view of totals, and a function without effect. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop view if exists product_totals`.execute(database)
  await sql`drop function if exists note_all_changes()`.execute(database)
}
