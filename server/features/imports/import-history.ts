import { sql } from 'kysely'
import type { Import } from '#contract/import-report.ts'
import type { ImportFilter } from '#contract/imports.ts'
import { containsText } from '../../database/like-pattern.ts'
import { type Counted, listPage } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'

const COLUMNS = sql`product_imports.id as "_id", state, file_name as "fileName", actor_name as actor, source, created_at as "createdAt",
  saved_at as "savedAt", undone_at as "undoneAt", coalesce(created, 0) as created, coalesce(updated, 0) as updated, coalesce(unchanged, 0) as unchanged,
  coalesce(refused, 0) as refused, coalesce(repeated, 0) as repeated`

/** The imports, newest first, all or those of a state; the search matches file and person (docs/product.md#import-history). */
export async function listImports(
  database: Db,
  { state, ...query }: ImportFilter,
): Promise<{ data: Import[] } & Counted> {
  const { rows, ...counted } = await listPage<Import>(database, query, {
    table: 'product_imports',
    columns: COLUMNS,
    filters: [
      ...(state ? [sql`state = ${state}`] : []),
      ...(query.search ? [containsText('search', query.search)] : []),
    ],
  })
  return { data: rows, ...counted }
}

/** The number of imports that wait for a person, of all files and of those that no person sent. */
export async function countWaitingImports(database: Db): Promise<{ waiting: number; unsent: number }> {
  const { rows } = await sql<{ waiting: number; unsent: number }>`
    select count(*)::int as waiting, count(*) filter (where source <> 'person')::int as unsent
    from product_imports where state = 'preview'`.execute(database)
  return rows[0]!
}
