import type { ImportPart, ImportReport } from '#contract/import-report.ts'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { refusalAt } from '../../refusals/refusal.ts'
import { ANY_LAYOUT, readRemembered, rememberColumns } from '../../tables/read-table.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { ProductColumns } from './columns/product-headings.ts'
import { type ImportRule, LEAVE, reasonsToWait, warnOfImport } from './import-rule.ts'
import { hasMostPrices, mayWait, planImport } from './plan/plan-import.ts'
import { isKnownSource, sourceOf } from './plan/recognize-names.ts'
import { readWorkbook, unknownColumns } from './read/read-workbook.ts'
import { PRODUCT_COLUMNS, type Workbook, type WorkbookRow } from './rows/workbook-rows.ts'
import {
  type ImportLog,
  lockForImport,
  type Origin,
  oneImportAtATime,
  storeRefused,
} from './save/import-store.ts'
import { reportImport, storePreview } from './save/report-import.ts'
import { savePlan } from './save/save-plan.ts'

export type Upload = {
  file: Pick<UploadedFile, 'name' | 'bytes'>
  /** A preview is stored for `saveImport`; it saves and locks no product. */
  mode: 'save' | 'preview'
  actor: Actor
  /** Absent: a person. */
  origin?: Origin
  /** Of a file that no person sent: it is saved if it follows the rule, else stored as a preview with the reasons. */
  rule?: ImportRule
  assigned?: ProductColumns
  /** Parts of existing products that stay unchanged. */
  leave?: readonly ImportPart[]
  stockReport?: 'stock' | 'all'
  /** How rows without a code are recognised; absent: as proposed, or as in an earlier list of the source. */
  recognize?: 'code' | 'name' | undefined
  log: ImportLog
}

/**
 * Imports the products of a workbook, or stores the preview of it: valid rows are saved, other rows reported with their problems. A person
 * gets a refusal where a decision is missing. A file with a rule is read as proposed, and the administrators get a mail if it isn't saved.
 * An import without a valid row is kept as refused.
 *
 * @throws Refusal BAD_INPUT for an unreadable file, or a person's without a valid row; UNKNOWN_COLUMNS with the columns to assign;
 *   TOO_MANY while another import runs
 */
export async function importWorkbook(database: Db, upload: Upload): Promise<ImportReport> {
  const report = await oneImportAtATime(database, async () => {
    const read = await readUpload(database, upload)
    return inTransaction(database, (tx) => importRead(tx, upload, read))
  })
  // The refused import is kept.
  if (report.state === 'refused' && !upload.rule)
    throw nothingToSave('Ninguna fila se pudo importar.', report)
  return report
}

async function importRead(
  tx: Tx,
  { file, mode, actor, origin, rule, leave = LEAVE, stockReport = 'stock', recognize: chosen }: Upload,
  { withoutCodes, proposed, ...read }: Workbook,
): Promise<ImportReport> {
  const { rows, sheets } = read
  if (mode === 'save') await lockForImport(tx)
  /** Whether a person sees the plan, and can answer questions, before it is saved. */
  const isReviewed = mode === 'preview' && !rule
  const source = sourceOf(sheets)
  const isNamed = (isReviewed && proposesNames(rows, withoutCodes)) || (await isKnownSource(tx, source))
  const by = chosen ?? (isNamed ? 'name' : 'code')
  if (withoutCodes && by === 'code')
    throw unknownColumns({
      ...withoutCodes,
      message: `${withoutCodes.message} ${REVIEW_ONCE}`,
      questions: [...withoutCodes.questions, REVIEW_ONCE],
    })
  const plan = await planImport(tx, read, {
    ...{ leave, round: false, mostPriced: hasMostPrices(rows) },
    stockReport: isStockReport(sheets) ? stockReport : null,
    recognize: { by, source, hasCodes: withoutCodes === undefined, refuseNear: !isReviewed },
  })
  const isEmpty = plan.rows.length === 0 && (!rows.some(mayWait) || (mode === 'save' && !rule))
  if (isEmpty && !rule) refuseWithoutNeeded(sheets, by)
  const sent = { fileName: displayName(file.name, 'Planilla'), actor, origin }
  const reasons = rule ? reasonsToWait(plan, rule, proposed) : []
  if (mode === 'save' && plan.rows.length > 0 && reasons.length === 0) return savePlan(tx, plan, sent)
  const report = isEmpty
    ? await storeRefused(tx, sent, reportImport([], plan, { reasons }), plan.refused)
    : await storePreview(tx, plan, read, sent, reasons)
  if (rule && mode === 'save') await warnOfImport(tx, report._id)
  return report
}

/** Reads an upload. With a rule, the proposed columns are used where a person would be asked. */
async function readUpload(database: Db, { file, assigned, rule, log }: Upload): Promise<Workbook> {
  const remembered = (await readRemembered(database, 'products', productFieldNames)).get(ANY_LAYOUT)
  let columns: ProductColumns = new Map()
  const workbook = await readWorkbook(file.bytes, {
    ...{ assigned, remembered, takesProposals: rule !== undefined },
    onDecided: (decided) => {
      columns = decided
    },
    onCrash: (err) => log.warn({ err }, 'reading a workbook crashed its process'),
  }).finally(() => rememberColumns(database, 'products', { layout: ANY_LAYOUT, columns }))
  if (workbook.rows.length + workbook.refused.length > 0) return workbook
  throw nothingToSave(`La ${rule ? 'planilla' : 'primera hoja'} no trae productos que importar.`)
}

/** The advice for a list without codes. */
const REVIEW_ONCE =
  'Si la lista no trae códigos, envíala una vez en Productos con «Revisar antes»: sus productos se reconocen por nombre.'

/** Whether to recognise a list's products by name is proposed: it has no column of codes, or most are damaged. */
const proposesNames = (rows: readonly WorkbookRow[], withoutCodes: Workbook['withoutCodes']) =>
  withoutCodes !== undefined || rows.filter(({ damaged }) => damaged).length * 2 >= rows.length

/** The most recognised columns of a stock report, including its code and its stock. */
const MAX_COLUMNS = 6

/** Whether a file is a stock report: it has few columns, among them the stock and no price. */
function isStockReport(sheets: ImportReport['sheets']): boolean {
  const read = sheets.filter(({ state }) => state === 'read')
  const fields = new Set(read.flatMap(({ columns = [] }) => columns.flatMap(({ field }) => field || [])))
  return fields.has('stock') && !fields.has('cost') && fields.size <= MAX_COLUMNS
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
    ? `${needs} Esta lista no tiene precios: solo cambia el stock de productos que ya están en la tienda.`
    : needs
  throw unknownColumns({ message, missing: headers, doubled: [], questions: [], sheets })
}

const nothingToSave = (message: string, data?: ImportReport) =>
  refusalAt('BAD_INPUT', 'fileExcel', message, data)
