import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { analyzeImport } from './analyze-import.ts'
import { brokenRules, type ImportRule } from './import-rule.ts'
import { findImport, insertImport, type Origin } from './import-store.ts'
import { chooseRecognition, nothingToSave } from './import-workbook.ts'
import { importRunning, oneAtATime } from './one-import.ts'
import { planImport } from './plan-import.ts'
import { readWorkbook } from './read-workbook.ts'
import { reportImport, withPlanned } from './report-import.ts'
import type { Assigned } from './resolve-columns.ts'
import { savePlan } from './save-plan.ts'
import { isStockReport } from './stock-report.ts'
import { storePreview } from './store-preview.ts'
import { warnOfImport } from './warn-of-import.ts'
import { readHeadings } from './workbook-headings.ts'

type File = { name: string; origin: Origin }
type Upload = File & {
  bytes: Buffer
  rule: ImportRule
  /** Whether nothing is saved, even if the file follows the rule. */
  previewOnly?: boolean
  /** Called with the error when a file crashes its process. */
  onCrash: (error: unknown) => void
  /** Gets the failure of a part that doesn't matter for the saved products. */
  log: Parameters<typeof analyzeImport>[2]
}

/** Parts of existing products that stay, as in an upload without choices. */
const LEAVE = ['spelling'] as const
const ACTOR = 'operador'
/** The way out for a file that has no valid row because its columns weren't understood. */
const CHOOSE_COLUMNS =
  'Para decir qué trae cada columna, envía el archivo en Productos, con «Subir Excel»: los próximos se leerán igual.'

/**
 * Imports a file without a person (docs/product.md#import-folder): saved if it follows the rule, else stored as a preview with the
 * reasons, or as refused without a valid row, and the administrators get a mail.
 *
 * @throws Refusal BAD_INPUT for an unreadable file; UNKNOWN_COLUMNS without a column of codes; TOO_MANY while another import runs
 */
export async function importByRule(database: Db, upload: Upload): Promise<ImportReport> {
  const report = await oneAtATime(database, async () => {
    const read = await readFile(database, upload)
    return inTransaction(database, (tx) => planByRule(tx, upload, read))
  })
  if (report.state !== 'saved') return report
  await analyzeImport(database, report.created + report.updated, upload.log)
  return report
}

type Read = Awaited<ReturnType<typeof readFile>>

async function planByRule(tx: Tx, upload: Upload, { questions, rows, withoutCodes, ...unread }: Read) {
  const { name, origin, rule, previewOnly = false } = upload
  if (!(await tryLockImport(tx))) throw importRunning()
  if (!previewOnly) await lockCatalog(tx, 'exclusive')
  const plan = await planImport(tx, rows, {
    leave: LEAVE,
    stockReport: isStockReport(unread.sheets) ? 'stock' : null,
    recognize: await chooseRecognition(tx, { sheets: unread.sheets, withoutCodes }),
  })
  const all = withPlanned(unread, plan)
  const reasons = [...questions, ...brokenRules(plan, all, rule)]
  const hasOpenColumns =
    questions.length > 0 || unread.sheets.some(({ unusedColumns }) => unusedColumns.length > 0)
  if (plan.rows.length === 0 && hasOpenColumns) reasons.push(CHOOSE_COLUMNS)
  const file = { unread: all, fileName: shownName(name), actor: ACTOR, origin } as const
  if (!previewOnly && reasons.length === 0 && plan.rows.length > 0) return savePlan(tx, plan, file)
  const report = await storePreview(tx, plan, { ...file, reasons })
  if (!previewOnly) await warnOfImport(tx, report._id)
  return report
}

const shownName = (name: string) => displayName(name, 'Planilla')

/** Reads a file. Where a person would be asked about columns, it is read as proposed, with the questions. */
async function readFile(database: Db, { bytes, onCrash }: Upload) {
  const remembered = await readHeadings(database)
  const read = async (assigned: Assigned, questions: string[]) => {
    const workbook = await readWorkbook(bytes, { assigned, remembered, onCrash })
    if (workbook.rows.length + workbook.refused.length === 0)
      throw nothingToSave('La planilla no trae productos que importar.')
    return { ...workbook, questions }
  }
  try {
    return await read(new Map(), [])
  } catch (error) {
    const unknown = unknownOf(error)
    if (!unknown) throw error
    return read(proposalsOf(unknown), questionsOf(unknown)).catch((again) => {
      throw unknownOf(again) ? error : again
    })
  }
}

const unknownOf = (error: unknown) =>
  error instanceof Refusal && error.code === 'UNKNOWN_COLUMNS' ? (error.details.data as UnknownColumns) : null

const askedOf = ({ sheets }: UnknownColumns) =>
  sheets.flatMap(({ columns }) => columns.filter(({ asked }) => asked))

const proposalsOf = (unknown: UnknownColumns): Assigned =>
  new Map(askedOf(unknown).map(({ key, field }) => [key, field]))

function questionsOf(unknown: UnknownColumns): string[] {
  if (unknown.questions.length > 0) return unknown.questions
  const names = askedOf(unknown).map(({ heading, key }) => `«${heading || key}»`)
  return [`Hay que confirmar qué columna tiene los códigos: se propone ${names.join(', ')}.`]
}

/** Stores a file that couldn't be read as refused, with the reason, and tells the administrators. */
export const storeUnread = (
  database: Db,
  { name, origin, reason }: File & { reason: string },
): Promise<ImportReport> =>
  inTransaction(database, async (tx) => {
    const unread = {
      problems: [],
      refused: [],
      sheets: [],
      repeated: 0,
      leave: [...LEAVE],
      stockReport: null,
      recognition: null,
    }
    const report = reportImport([], unread, { reasons: [reason] })
    const fileName = shownName(name)
    const id = await insertImport(tx, {
      state: 'refused',
      ...{ fileName, actor: ACTOR, origin, report, refused: [] },
    })
    await warnOfImport(tx, id)
    return (await findImport(tx, id))!
  })
