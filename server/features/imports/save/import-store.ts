import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Import, ImportedProduct, ImportReport } from '#contract/import-report.ts'
import { lockCatalog, tryLockImport } from '../../../database/catalog-lock.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { oneAtATime } from '../../../tables/read-table.ts'
import { type Actor, accountOf, nameWithoutAccount } from '../../audit/record-audit.ts'
import type { Plan, PlanOptions } from '../plan/plan-import.ts'
import { fieldChanges } from '../plan/plan-row.ts'
import { CHUNK_SIZE, chunks, type RefusedRow, rowKey, type WorkbookRow } from '../rows/workbook-rows.ts'

/** The rows of `product_imports`. */

export type ImportLog = Pick<FastifyBaseLogger, 'warn'>

type Facts = Pick<
  ImportReport,
  '_id' | 'state' | 'fileName' | 'actor' | 'source' | 'createdAt' | 'savedAt' | 'undoneAt'
>

/** The stored report of an import, without fields that have a column or follow from the state. */
export type StoredReport = Omit<ImportReport, keyof Facts | 'canUndo' | 'canKeepStock'> & {
  /** Whether the added stock was taken back. */
  stockKept?: boolean
  /** Of a preview: how it was planned, and how many rows were left out as repetitions when it was read. */
  options?: PlanOptions & { repeated: number }
}

/** The report of a file without rows. Reports of earlier versions lack some of its fields. */
export const EMPTY_REPORT: StoredReport = {
  ...{ created: 0, updated: 0, unchanged: 0, refused: 0, repeated: 0, sheets: [], errors: [], reasons: [] },
  ...{
    leave: [],
    stockReport: null,
    withoutCategory: 0,
    withoutLaboratory: 0,
    withoutStock: 0,
    withoutPrice: 0,
  },
  ...{ rounded: 0, held: 0, contradictions: [], unitsUnderstood: 0, unitsMissing: 0, restocks: [] },
  ...{ recognition: null, givenCodes: 0, preview: null },
}

/** A row of a preview as it was read, and as it was shown. */
export type ShownRow = WorkbookRow & {
  productId: string | null
  /** The changes as shown; null for a row that was shown as refused. */
  shown: ImportedProduct['fields'] | null
}

export async function findImport(database: Db, id: string): Promise<ImportReport | undefined> {
  const { rows } = await sql<Facts & { stored: StoredReport; hasChanges: boolean }>`
    select id as "_id", state, file_name as "fileName", actor_name as actor, source, report as stored, created_at as "createdAt",
      saved_at as "savedAt", undone_at as "undoneAt",
      exists (select from product_import_changes where import_id = product_imports.id) as "hasChanges"
    from product_imports where id = ${id}`.execute(database)
  if (!rows[0]) return undefined
  const { stored, hasChanges, ...facts } = rows[0]
  const { stockKept, options: _, ...report } = { ...EMPTY_REPORT, ...stored }
  const canUndo = facts.state === 'saved' && hasChanges
  return { ...report, ...facts, canUndo, canKeepStock: canUndo && report.restocks.length > 0 && !stockKept }
}

/** Identifies a file of the folder: its name, its content's SHA-256 (empty if it wasn't read) and its time of change. */
export type OpenFile = { name: string; digest: string; modified: number }

/** Where a file came from. A file of the folder is still to be moved. */
export type Origin = { source: 'person' | 'command' } | { source: 'folder'; file: OpenFile }

export type Sent = {
  fileName: string
  actor: Actor
  /** Absent: a person. */
  origin?: Origin | undefined
}

type Outcome = { state: Import['state']; report: StoredReport; refused: readonly RefusedRow[] }

/**
 * Stores the outcome of a sent file, with the actor's current name, or the new outcome of a preview, whose rows are deleted.
 *
 * @returns the import's id
 */
export async function storeImport(tx: Tx, of: Sent | { id: string }, { state, report, refused }: Outcome) {
  const values = {
    state,
    report: JSON.stringify(report),
    refused_rows: JSON.stringify(refused.map(({ problems: _, ...row }) => row)),
    saved_at: state === 'saved' ? sql<Date>`now()` : null,
  }
  if ('id' in of) {
    await sql`delete from product_import_rows where import_id = ${of.id}`.execute(tx)
    await tx.updateTable('product_imports').set(values).where('id', '=', of.id).execute()
    return of.id
  }
  const { fileName, actor, origin = { source: 'person' } } = of
  const account = accountOf(actor)
  const { id } = await tx
    .insertInto('product_imports')
    .values({
      ...values,
      file_name: fileName,
      source: origin.source,
      open_file: origin.source === 'folder' ? JSON.stringify(origin.file) : null,
      actor_id: sql`(select id from users where id = ${account})`,
      actor_name: sql`coalesce((select trim(name || ' ' || lastname) from users where id = ${account}), ${nameWithoutAccount(actor)})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the report of a refused file; no product changes. */
export async function storeRefused(
  tx: Tx,
  sent: Sent,
  report: StoredReport,
  refused: readonly RefusedRow[] = [],
): Promise<ImportReport> {
  return (await findImport(tx, await storeImport(tx, sent, { state: 'refused', report, refused })))!
}

export type StoredPreview = {
  report: StoredReport & Required<Pick<StoredReport, 'options'>>
  rows: ShownRow[]
  refused: RefusedRow[]
  fileName: string
}

/**
 * Locks an import. `preview` is null when it isn't a preview any more.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE for a preview of an earlier version of the shop
 */
export async function lockImport(
  tx: Tx,
  id: string,
): Promise<{ state: Import['state']; preview: StoredPreview | null }> {
  const { rows } = await sql<Omit<StoredPreview, 'rows'> & { state: Import['state'] }>`
    select state, report, coalesce(refused_rows, '[]') as refused, file_name as "fileName"
    from product_imports where id = ${id} for no key update`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  const { state, report, refused, fileName } = found
  if (state !== 'preview') return { state, preview: null }
  if (report.options?.repeated === undefined)
    throw new Refusal('IMPORT_STATE', { message: 'La tienda cambió de versión: envía la planilla otra vez.' })
  const problems = Map.groupBy(report.errors, rowKey)
  return {
    state,
    preview: {
      ...{ report, fileName, rows: await readRows(tx, id) },
      refused: refused.map((row) => ({ ...row, problems: problems.get(rowKey(row)) ?? [] })),
    },
  }
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

export async function insertRows(tx: Tx, id: string, read: readonly WorkbookRow[], plan: Plan) {
  const planned = new Map(plan.rows.map((row) => [rowKey(row.row), row]))
  let from = 0
  for (const rows of chunks(read)) {
    const chunk = rows.map((row): ShownRow => {
      const found = planned.get(rowKey(row))
      return { ...row, productId: found?.productId ?? null, shown: found ? fieldChanges(found) : null }
    })
    await sql`
      insert into product_import_rows (import_id, place, content)
      select ${id}, ${from} + place - 1, content
      from jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) with ordinality as row (content, place)`.execute(
      tx,
    )
    from += chunk.length
  }
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

/** The number of products from which on an import makes the statistics of the query planner wrong. */
export const LARGE_IMPORT = 1_000

/** Analyses the tables at the end of an import or its undo that changed many products: autovacuum would do it minutes later. */
export async function analyzeLarge(tx: Tx, products: number): Promise<void> {
  if (products < LARGE_IMPORT) return
  await sql`
    analyze products, product_barcodes, search_words, stock_movements, product_import_changes, audit_entries, categories, suppliers`.execute(
    tx,
  )
}

export const oneImportAtATime = oneAtATime(importRunning)
