import { sql } from 'kysely'
import type { Import, ImportPart, ImportReport } from '#contract/import-report.ts'
import type { ProductValues } from '#contract/products.ts'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { oneAtATime } from '../../tables/read-table.ts'
import { type Actor, accountOf, nameWithoutAccount } from '../audit/record-audit.ts'
import type { Plan } from './plan-import.ts'
import { CHUNK_SIZE, chunks, type RefusedRow, type WorkbookRow } from './workbook-rows.ts'

/** The rows of `product_imports`. */

/** The stored report of an import, without fields that have a column or follow from the state. */
export type StoredReport = Omit<
  ImportReport,
  | '_id'
  | 'state'
  | 'fileName'
  | 'actor'
  | 'source'
  | 'reasons'
  | 'createdAt'
  | 'savedAt'
  | 'undoneAt'
  | 'canUndo'
  | 'canKeepStock'
> & {
  /** Why the file wasn't saved by itself; absent for a person's. */
  reasons?: string[]
  /** Whether the added stock was taken back. */
  stockKept?: boolean
  /** Of a preview: whether rows without a price are imported, as its first plan decided. */
  mostPriced?: boolean
  /** Of a preview of a stock report: the parts that stay unchanged if it may change more than the stock. */
  asked?: readonly ImportPart[]
  /** Of a preview: whether rows that are only similar to a product are refused, because no person sent the list. */
  refuseNear?: boolean
}

/** A valid row of a preview, with the values that the preview showed. */
export type ShownRow = WorkbookRow & {
  /** The product's id; null for a new product. */
  productId: string | null
  /** The previous values of the fields that the row changes. */
  before: Partial<ProductValues>
  /** Whether the row wasn't shown as a change, because its price has decimals. */
  isWaiting?: boolean
}

/** The report. Reports of earlier versions have no `leave`: their imports changed all stated fields. */
const REPORT = sql`jsonb_build_object('leave', '[]'::jsonb) || report as report`

type ReportRow = Pick<
  ImportReport,
  '_id' | 'state' | 'fileName' | 'actor' | 'source' | 'createdAt' | 'savedAt' | 'undoneAt'
> & {
  report: StoredReport
  hasChanges: boolean
}

function reportOf({
  report: { stockKept, mostPriced: _mostPriced, asked: _asked, refuseNear: _refuseNear, ...report },
  hasChanges,
  ...row
}: ReportRow): ImportReport {
  const canUndo = row.state === 'saved' && hasChanges
  return {
    // Reports of earlier versions lack some numbers, and their previews some lists.
    ...Object.assign(
      { held: 0, stockReport: null, contradictions: [], withoutPrice: 0, rounded: 0, reasons: [] },
      { recognition: null, givenCodes: 0 },
      report,
    ),
    preview:
      report.preview &&
      Object.assign({ repeated: [], decimals: [], isRounded: false, pairs: [] }, report.preview),
    ...row,
    canUndo,
    canKeepStock: canUndo && report.restocks.length > 0 && !stockKept,
  }
}

/** Finds an import with its report. */
export async function findImport(database: Db, id: string): Promise<ImportReport | undefined> {
  const { rows } = await sql<ReportRow>`
    select id as "_id", state, file_name as "fileName", actor_name as actor, source, ${REPORT}, created_at as "createdAt",
      saved_at as "savedAt", undone_at as "undoneAt",
      exists (select from product_import_changes where import_id = product_imports.id) as "hasChanges"
    from product_imports where id = ${id}`.execute(database)
  return rows[0] && reportOf(rows[0])
}

/** Identifies a file of the folder: its name, its content's SHA-256 (empty if it wasn't read) and its time of change. */
export type OpenFile = { name: string; digest: string; modified: number }

/** Where a file came from. A file of the folder is still to be moved. */
export type Origin = { source: 'person' | 'command' } | { source: 'folder'; file: OpenFile }

type NewImport = {
  state: Import['state']
  fileName: string
  actor: Actor
  /** Absent: a person. */
  origin?: Origin | undefined
  report: StoredReport
  refused: RefusedRow[]
}

/**
 * Stores an import with the actor's current name.
 *
 * @returns its id
 */
export async function insertImport(
  tx: Tx,
  { state, fileName, actor, report, refused, origin = { source: 'person' } }: NewImport,
): Promise<string> {
  const file = origin.source === 'folder' ? JSON.stringify(origin.file) : null
  const { rows } = await sql<{ id: string }>`
    insert into product_imports (state, file_name, source, open_file, actor_id, actor_name, report, refused_rows, saved_at)
    select ${state}, ${fileName}, ${origin.source}, ${file}::jsonb, actor.id, coalesce(trim(users.name || ' ' || users.lastname), ${nameWithoutAccount(actor)}),
      ${JSON.stringify(report)}, ${JSON.stringify(refused)}, case when ${state === 'saved'} then now() end
    from (select ${accountOf(actor)}::uuid as id) actor left join users on users.id = actor.id
    returning id`.execute(tx)
  return rows[0]!.id
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
  const { rows } = await sql<Omit<StoredPreview, 'rows'> & { state: Import['state'] }>`
    select state, ${REPORT}, coalesce(refused_rows, '[]') as refused, file_name as "fileName"
    from product_imports where id = ${id} for no key update`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { state, ...preview } = found
  return { state, preview: state === 'preview' ? { ...preview, rows: await readRows(tx, id) } : null }
}

/** Reads a preview's rows in parts, so that other requests are answered in between. */
async function readRows(tx: Tx, id: string): Promise<ShownRow[]> {
  const read: ShownRow[] = []
  for (;;) {
    const { rows } = await sql<{ content: ShownRow }>`
      select content from product_import_rows
      where import_id = ${id} and place >= ${read.length} order by place limit ${sql.lit(CHUNK_SIZE)}`.execute(
      tx,
    )
    for (const { content } of rows) read.push(content)
    if (rows.length < CHUNK_SIZE) return read
  }
}

/** Stores the rows of a preview: those that can be saved, with their shown values, and those that another choice may import. */
export async function insertRows(tx: Tx, id: string, { rows, waiting }: Pick<Plan, 'rows' | 'waiting'>) {
  let from = 0
  const shown = [
    ...rows.map(({ row, read = row, productId, before }) => ({
      ...read,
      productId,
      before,
      isWaiting: false,
    })),
    ...waiting.map((row) => ({ ...row, productId: null, before: {}, isWaiting: true })),
  ]
  for (const chunk of chunks<ShownRow>(shown)) {
    await sql`
      insert into product_import_rows (import_id, place, content)
      select ${id}, ${from} + place - 1, content
      from jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) with ordinality as row (content, place)`.execute(
      tx,
    )
    from += chunk.length
  }
}

/** Changes the report of a preview, or makes it a saved import. Its rows are deleted. */
export async function updateImport(
  tx: Tx,
  id: string,
  { state, report, refused }: { state: 'preview' | 'saved'; report: StoredReport; refused: RefusedRow[] },
) {
  await tx.deleteFrom('product_import_rows').where('import_id', '=', id).execute()
  await tx
    .updateTable('product_imports')
    .set({
      state,
      report: JSON.stringify(report),
      refused_rows: JSON.stringify(refused),
      ...(state === 'saved' && { saved_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Finds the import of a file that was imported but not moved, as when the process was killed in between. */
export async function findOpenImport(database: Db, file: OpenFile): Promise<ImportReport | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from product_imports where open_file is not null and open_file = ${JSON.stringify(file)}::jsonb
    order by id desc limit 1`.execute(database)
  return rows[0] && findImport(database, rows[0].id)
}

/** Closes the file of an import once it was moved, so that the same file can be imported again. */
export const closeFile = (database: Db, importId: string) =>
  sql`update product_imports set open_file = null where id = ${importId}`.execute(database)

/** Closes files that have left the folder: the process may have been killed right after it moved one. */
export async function closeMissingFiles(
  database: Db,
  present: readonly Pick<OpenFile, 'name' | 'modified'>[],
): Promise<void> {
  await sql`
    update product_imports set open_file = null
    where open_file is not null and not exists (
      select from jsonb_to_recordset(${JSON.stringify(present)}::jsonb) as file (name text, modified float8)
      where file.name = open_file->>'name' and file.modified = (open_file->>'modified')::float8
    )`.execute(database)
}

/** The refusal of an import while another one runs. */
const importRunning = () =>
  new Refusal('TOO_MANY', {
    message: 'Ya hay una importación en curso. Espera a que termine.',
    retryAfter: 10,
  })

/**
 * Locks imports on all servers and the catalogue until the transaction ends.
 *
 * @throws Refusal TOO_MANY while another import runs
 */
export async function lockForImport(tx: Tx): Promise<void> {
  if (!(await tryLockImport(tx))) throw importRunning()
  await lockCatalog(tx, 'exclusive')
}

/** Runs one import or preview at a time on each server. */
export const oneImportAtATime = oneAtATime(importRunning)
