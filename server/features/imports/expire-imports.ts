import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** The most previews that wait without a person who sent them, for a cash desk that sends a file every few minutes. */
const MAX_WAITING = 20

/**
 * Removes expired previews, refused rows, undo data and imports (docs/operations.md#retention). Any server may run it at any time.
 *
 * @returns how many previews, and how many imports lost data or were deleted
 */
export async function expireImports(database: Db): Promise<{ previews: number; imports: number }> {
  const previews = await sql`
    delete from product_imports where state = 'preview' and (
      created_at < now() - case source when 'person' then interval '1 day' else interval '7 days' end
      or source <> 'person' and id not in (
        select id from product_imports where state = 'preview' and source <> 'person'
        order by id desc limit ${sql.lit(MAX_WAITING)}
      )
    )`.execute(database)
  const old = await sql`
    delete from product_imports where created_at < now() - interval '5 years'`.execute(database)
  const { rows } = await sql<{ id: string }>`
    with deleted as (
      delete from product_import_changes using product_imports
      where import_id = product_imports.id and created_at < now() - interval '90 days' returning import_id as id
    ), emptied as (
      update product_imports set refused_rows = null
      where refused_rows is not null and created_at < now() - interval '90 days' returning id
    )
    select id from deleted union select id from emptied`.execute(database)
  return {
    previews: Number(previews.numAffectedRows ?? 0),
    imports: rows.length + Number(old.numAffectedRows ?? 0),
  }
}
