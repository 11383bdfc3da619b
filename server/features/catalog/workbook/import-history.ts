import { sql } from 'kysely'
import type { Import, ImportReport } from '#contract/imports.ts'
import { containsText } from '../../../database/like-pattern.ts'
import { listPage } from '../../../database/list-page.ts'
import type { PageRequest } from '../../../database/paging.ts'
import type { Db } from '../../../database/schema.ts'

type ImportRow = Omit<Import, 'createdAt' | 'savedAt' | 'undoneAt'> & {
  created_at: Date
  saved_at: Date | null
  undone_at: Date | null
}

const COLUMNS = sql`product_imports.id as "_id", state, file_name as "fileName", actor_name as actor, created_at, saved_at,
  undone_at, coalesce(created, 0) as created, coalesce(updated, 0) as updated, coalesce(unchanged, 0) as unchanged,
  coalesce(refused, 0) as refused, coalesce(repeated, 0) as repeated`

/** The imports, newest first; the search matches file and person (docs/product.md#import-history). */
export async function listImports(
  database: Db,
  query: PageRequest,
): Promise<{ data: Import[]; total: number }> {
  const { rows, total } = await listPage<ImportRow>(database, query, {
    table: 'product_imports',
    columns: COLUMNS,
    filters: query.search ? [containsText('search', query.search)] : [],
    orderBy: ['id'],
    direction: 'desc',
  })
  return { data: rows.map(present), total }
}

type StoredReport = Omit<ImportReport, keyof Import | 'canUndo' | 'canKeepStock'> & {
  /** Whether the raised stock was taken back. */
  stockKept?: boolean
}

/** One import with its report. */
export async function findImport(database: Db, id: string): Promise<ImportReport | undefined> {
  const { rows } = await sql<ImportRow & { report: StoredReport; hasChanges: boolean }>`
    select ${COLUMNS}, report,
      exists (select from product_import_changes where import_id = product_imports.id) as "hasChanges"
    from product_imports where id = ${id}`.execute(database)
  const [found] = rows
  if (!found) return undefined
  const { report, hasChanges, ...row } = found
  const canUndo = row.state === 'saved' && hasChanges
  return {
    ...report,
    ...present(row),
    preview: row.state === 'preview' ? report.preview : null,
    canUndo,
    canKeepStock: canUndo && !report.stockKept && report.restocks.length > 0,
  }
}

const present = ({ created_at, saved_at, undone_at, ...row }: ImportRow): Import => ({
  ...row,
  createdAt: created_at.toISOString(),
  savedAt: saved_at?.toISOString() ?? null,
  undoneAt: undone_at?.toISOString() ?? null,
})
