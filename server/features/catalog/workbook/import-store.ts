import { sql } from 'kysely'
import type { Import, ImportReport } from '#contract/imports.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import type { Actor } from '../../audit/record-audit.ts'
import type { ProductValues } from '../column-values.ts'
import type { PlannedRow } from './plan-row.ts'
import type { RefusedRow, WorkbookRow } from './workbook-rows.ts'

/** The rows of `product_imports`. */

/** An import's report as it is stored, without what has a column of its own or follows from the state. */
export type StoredReport = Omit<
  ImportReport,
  '_id' | 'state' | 'fileName' | 'actor' | 'createdAt' | 'savedAt' | 'undoneAt' | 'canUndo' | 'canKeepStock'
> & {
  /** Whether the raised stock was taken back. */
  stockKept?: boolean
}

/** A valid row of a preview, with what was shown of it. */
export type ShownRow = WorkbookRow & {
  /** Null for a new product. */
  productId: string | null
  /** The product's fields that the row changes, before. */
  before: Partial<ProductValues>
}

export const shownRows = ({ rows }: { rows: readonly PlannedRow[] }): ShownRow[] =>
  rows.map(({ row, productId, before }) => ({ ...row, productId, before }))

type ReportRow = Pick<ImportReport, '_id' | 'state' | 'fileName' | 'actor'> & {
  report: StoredReport
  createdAt: Date
  savedAt: Date | null
  undoneAt: Date | null
  hasChanges: boolean
}

function reportOf({ report: { stockKept, ...report }, hasChanges, ...row }: ReportRow): ImportReport {
  const canUndo = row.state === 'saved' && hasChanges
  return {
    ...report,
    ...row,
    createdAt: row.createdAt.toISOString(),
    savedAt: row.savedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    canUndo,
    canKeepStock: canUndo && report.restocks.length > 0 && !stockKept,
  }
}

/** One import with its report. */
export async function findImport(database: Db, id: string): Promise<ImportReport | undefined> {
  const { rows } = await sql<ReportRow>`
    select id as "_id", state, file_name as "fileName", actor_name as actor, report, created_at as "createdAt",
      saved_at as "savedAt", undone_at as "undoneAt",
      exists (select from product_import_changes where import_id = product_imports.id) as "hasChanges"
    from product_imports where id = ${id}`.execute(database)
  return rows[0] && reportOf(rows[0])
}

type NewImport = {
  state: Import['state']
  fileName: string
  actor: Actor
  report: StoredReport
  /** Of a preview. */
  rows?: ShownRow[]
  refused: RefusedRow[]
}

/** Stores an import, with the actor's name as it is at this time. */
export async function insertImport(
  tx: Tx,
  { state, fileName, actor, report, rows, refused }: NewImport,
): Promise<ImportReport> {
  const { userId, name } = actor === 'operador' ? { userId: null, name: actor } : { ...actor, name: '' }
  const { rows: stored } = await sql<{ id: string }>`
    insert into product_imports (state, file_name, actor_id, actor_name, report, rows, refused_rows, saved_at)
    select ${state}, ${fileName}, actor.id, coalesce(trim(users.name || ' ' || users.lastname), ${name}),
      ${JSON.stringify(report)}, ${rows ? JSON.stringify(rows) : null}, ${JSON.stringify(refused)},
      case when ${state === 'saved'} then now() end
    from (select ${userId}::uuid as id) actor left join users on users.id = actor.id
    returning id`.execute(tx)
  return (await findImport(tx, stored[0]!.id))!
}

/** A preview that is to be saved. */
export type StoredPreview = {
  report: StoredReport
  rows: ShownRow[]
  refused: RefusedRow[]
  fileName: string
}

/** Locks an import. `preview` is null when it isn't a preview any more. */
export async function lockImport(
  tx: Tx,
  id: string,
): Promise<{ state: Import['state']; preview: StoredPreview | null } | undefined> {
  const { rows } = await sql<StoredPreview & { state: Import['state'] }>`
    select state, report, rows, coalesce(refused_rows, '[]') as refused, file_name as "fileName"
    from product_imports where id = ${id} for no key update`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { state, ...preview } = found
  return { state, preview: state === 'preview' && preview.rows ? preview : null }
}

/** Stores a preview anew. */
export async function replacePreview(
  tx: Tx,
  id: string,
  { report, rows, refused }: Omit<StoredPreview, 'fileName'>,
): Promise<ImportReport> {
  await tx
    .updateTable('product_imports')
    .set({
      report: JSON.stringify(report),
      rows: JSON.stringify(rows),
      refused_rows: JSON.stringify(refused),
    })
    .where('id', '=', id)
    .execute()
  return (await findImport(tx, id))!
}

/** Makes a preview a saved import. Its rows aren't needed any more. */
export async function markSaved(tx: Tx, id: string, report: StoredReport) {
  await tx
    .updateTable('product_imports')
    .set({ state: 'saved', report: JSON.stringify(report), rows: null, saved_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
