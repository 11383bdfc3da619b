import type { ImportPart, ImportReport } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { findImport, insertImport } from './import-store.ts'
import { importRunning, oneAtATime } from './one-import.ts'
import { planImport } from './plan-import.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'
import { readWorkbook, unknownColumns } from './read-workbook.ts'
import { reportImport, withPlanned } from './report-import.ts'
import type { Assigned } from './resolve-columns.ts'
import { savePlan } from './save-plan.ts'
import { isStockReport } from './stock-report.ts'
import { storePreview } from './store-preview.ts'
import { readHeadings, saveHeadings } from './workbook-headings.ts'

export type Upload = {
  file: UploadedFile
  /** Fields of headings, assigned by hand. */
  assigned: Assigned
  actor: Actor
  /** Parts of existing products that stay unchanged. */
  leave: ImportPart[]
  /** The parts of existing products that a stock report changes. */
  stockReport: 'stock' | 'all'
  /** Called with the error when a file crashes its process. */
  onCrash: (error: unknown) => void
}

/**
 * Imports the products of a workbook (docs/product.md#product-workbook): valid rows are saved, other rows reported with their problems.
 * An import without a valid row is kept as refused.
 *
 * @throws Refusal BAD_INPUT for an unreadable file or without a valid row; TOO_MANY while another import runs
 */
export const importWorkbook = (database: Db, upload: Upload): Promise<ImportReport> =>
  withWorkbook(database, upload, async ({ rows, unread, fileName }) =>
    inTransaction(database, async (tx) => {
      if (!(await tryLockImport(tx))) throw importRunning()
      await lockCatalog(tx, 'exclusive')
      const plan = await planImport(tx, rows, optionsOf(upload, unread.sheets))
      if (plan.rows.length === 0) refuseWithoutNeeded(unread.sheets)
      const all = withPlanned(unread, plan)
      const { actor } = upload
      if (plan.rows.length > 0) return savePlan(tx, plan, { unread: all, fileName, actor })
      const refused = reportImport([], all)
      const id = await insertImport(tx, {
        state: 'refused',
        fileName,
        actor,
        report: refused,
        refused: all.refused,
      })
      return (await findImport(tx, id))!
    }),
  )

/**
 * Reads a workbook and stores the preview of its import for `saveImport`. No product is saved or locked.
 *
 * @throws Refusal as {@link importWorkbook}
 */
export const previewWorkbook = (database: Db, upload: Upload): Promise<ImportReport> =>
  withWorkbook(database, upload, async ({ rows, unread, fileName }) =>
    inTransaction(database, async (tx) => {
      const plan = await planImport(tx, rows, optionsOf(upload, unread.sheets))
      const all = withPlanned(unread, plan)
      if (plan.rows.length + plan.waiting.length === 0) refuseWithoutNeeded(unread.sheets)
      return storePreview(tx, plan, { unread: all, fileName, actor: upload.actor })
    }),
  )

const optionsOf = ({ leave, stockReport }: Upload, sheets: ImportReport['sheets']) => ({
  leave,
  stockReport: isStockReport(sheets) ? stockReport : null,
})

type Read = Awaited<ReturnType<typeof readUpload>>

/** Reads an upload and imports it. A refusal without valid rows comes after the import, which is kept. */
function withWorkbook(
  database: Db,
  upload: Upload,
  work: (read: Read) => Promise<ImportReport>,
): Promise<ImportReport> {
  return oneAtATime(database, async () => {
    const report = await work(await readUpload(database, upload))
    if (report.state === 'refused') throw nothingToSave('Ninguna fila se pudo importar.', report)
    return report
  })
}

async function readUpload(database: Db, { file, assigned, onCrash }: Upload) {
  const remembered = await readHeadings(database)
  let decided: Assigned = new Map()
  const onDecided = (columns: Assigned) => {
    decided = columns
  }
  const { rows, ...unread } = await readWorkbook(file.bytes, {
    ...{ assigned, remembered, onDecided, onCrash },
  }).finally(() => saveHeadings(database, decided))
  if (rows.length + unread.refused.length === 0)
    throw nothingToSave('La primera hoja no trae productos que importar.')
  return { rows, unread, fileName: displayName(file.name, 'Planilla') }
}

/**
 * Asks for the columns when no row could be saved and new products lack required columns.
 *
 * @throws Refusal UNKNOWN_COLUMNS
 */
function refuseWithoutNeeded(all: ImportReport['sheets']) {
  const sheets = all.map(({ name, columns = [] }) => ({ name, columns }))
  const known = new Set(sheets.flatMap(({ columns }) => columns.map(({ field }) => field)))
  const isThere = (field: ProductField) => known.has(field) || (field === 'barcode' && known.has('ownCode'))
  const headers = PRODUCT_COLUMNS.flatMap(({ field, header, needed }) =>
    needed && !isThere(field) ? header : [],
  )
  if (headers.length === 0) return
  const needs = `Los productos nuevos necesitan nombre y precio, y falta: ${headers.join(', ')}.`
  const message = isStockReport(all)
    ? `${needs} Esta lista no tiene precios: solo cambia existencias de productos que ya están en la tienda.`
    : needs
  throw unknownColumns({ message, missing: headers, doubled: [], questions: [], sheets })
}

export const nothingToSave = (message: string, data?: ImportReport) =>
  new Refusal('BAD_INPUT', { message, issues: [{ path: 'fileExcel', message }], data })
