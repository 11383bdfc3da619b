import { type Kysely, sql } from 'kysely'

/** The version before it uses neither. */
export const compatible = true

/** Removes what databases of earlier versions had for the versions before those: a view of totals, and a function without effect. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop view if exists product_totals`.execute(database)
  await sql`drop function if exists note_all_changes()`.execute(database)
}
