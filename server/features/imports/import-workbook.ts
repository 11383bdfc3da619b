import type { ImportPart, ImportReport } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { findImport, importRunning, insertImport, oneAtATime } from './import-store.ts'
import { isStockReport, planImport, type Recognize } from './plan-import.ts'
import { storePreview } from './preview-plan.ts'
import { readHeadings, readWorkbook, saveHeadings, unknownColumns } from './read-workbook.ts'
import { isKnownSource, sourceOf } from './recognize-names.ts'
import { reportImport, withPlanned } from './report-import.ts'
import type { Assigned } from './resolve-columns.ts'
import { savePlan } from './save-plan.ts'
import type { Workbook, WorkbookRow } from './workbook-rows.ts'
import { PRODUCT_COLUMNS } from './workbook-rows.ts'

export type Upload = {
  file: UploadedFile
  /** Fields of headings, assigned by hand. */
  assigned: Assigned
  actor: Actor
  /** Parts of existing products that stay unchanged. */
  leave: ImportPart[]
  /** The parts of existing products that a stock report changes. */
  stockReport: 'stock' | 'all'
  /** How rows without a code are known; absent: as proposed, or as before. */
  recognize?: 'code' | 'name' | undefined
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
  withWorkbook(database, upload, async ({ rows, withoutCodes, unread, fileName }) =>
    inTransaction(database, async (tx) => {
      if (!(await tryLockImport(tx))) throw importRunning()
      await lockCatalog(tx, 'exclusive')
      const recognize = await chooseRecognition(tx, {
        sheets: unread.sheets,
        withoutCodes,
        by: upload.recognize,
      })
      const plan = await planImport(tx, rows, { ...optionsOf(upload, unread.sheets), recognize })
      if (plan.rows.length === 0) refuseWithoutNeeded(unread.sheets, recognize.by)
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
  withWorkbook(database, upload, async ({ rows, withoutCodes, unread, fileName }) =>
    inTransaction(database, async (tx) => {
      const by = upload.recognize ?? (proposesNames(rows, withoutCodes) ? 'name' : undefined)
      const recognize = await chooseRecognition(tx, { sheets: unread.sheets, withoutCodes, by })
      const plan = await planImport(tx, rows, {
        ...optionsOf(upload, unread.sheets),
        recognize: { ...recognize, refuseNear: false },
      })
      const all = withPlanned(unread, plan)
      if (plan.rows.length + plan.waiting.length === 0) refuseWithoutNeeded(unread.sheets, recognize.by)
      return storePreview(tx, plan, { unread: all, fileName, actor: upload.actor })
    }),
  )

/** The way in for a list without codes. */
const REVIEW_ONCE =
  'Si la lista no trae códigos, envíala una vez en Productos con «Revisar antes»: sus productos se reconocen por nombre.'

/** Whether to recognise a list's products by name is proposed: it has no column of codes, or most are damaged. */
const proposesNames = (rows: readonly WorkbookRow[], withoutCodes: Workbook['withoutCodes']) =>
  withoutCodes !== undefined || rows.filter(({ damaged }) => damaged).length * 2 >= rows.length

type List = {
  sheets: ImportReport['sheets']
  withoutCodes: Workbook['withoutCodes']
  /** As a person chose. */
  by?: 'code' | 'name' | undefined
}

/**
 * How the rows of a list without a code are known where nobody is asked about pairs: as chosen, or by name if its source was read so before.
 *
 * @throws Refusal UNKNOWN_COLUMNS for a list without codes that nobody has read by name yet
 */
export async function chooseRecognition(tx: Tx, { sheets, withoutCodes, by }: List): Promise<Recognize> {
  const source = sourceOf(sheets)
  const chosen = by ?? ((await isKnownSource(tx, source)) ? 'name' : 'code')
  if (withoutCodes && chosen === 'code')
    throw unknownColumns({
      ...withoutCodes,
      message: `${withoutCodes.message} ${REVIEW_ONCE}`,
      questions: [...withoutCodes.questions, REVIEW_ONCE],
    })
  return { by: chosen, source, hasCodes: withoutCodes === undefined, refuseNear: true }
}

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
  const { rows, withoutCodes, ...unread } = await readWorkbook(file.bytes, {
    ...{ assigned, remembered, onDecided, onCrash },
  }).finally(() => saveHeadings(database, decided))
  if (rows.length + unread.refused.length === 0)
    throw nothingToSave('La primera hoja no trae productos que importar.')
  return { rows, withoutCodes, unread, fileName: displayName(file.name, 'Planilla') }
}

/**
 * Asks for the columns when no row could be saved and new products lack required columns.
 *
 * @throws Refusal UNKNOWN_COLUMNS
 */
function refuseWithoutNeeded(all: ImportReport['sheets'], by: 'code' | 'name') {
  const sheets = all.map(({ name, columns = [] }) => ({ name, columns }))
  const known = new Set(sheets.flatMap(({ columns }) => columns.map(({ field }) => field)))
  const isThere = (field: ProductField) =>
    known.has(field) || (field === 'barcode' && (known.has('ownCode') || by === 'name'))
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
