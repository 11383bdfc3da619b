import { sql } from 'kysely'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import type { Config } from '../../config.ts'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Person } from '../../mail/render-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { findImport, importRunning, insertImport, type Origin, oneAtATime } from './import-store.ts'
import { chooseRecognition, nothingToSave } from './import-workbook.ts'
import { isStockReport, type Plan, planImport } from './plan-import.ts'
import type { PlannedRow } from './plan-row.ts'
import { storePreview } from './preview-plan.ts'
import { readHeadings, readWorkbook } from './read-workbook.ts'
import { reportImport, withPlanned } from './report-import.ts'
import type { Assigned } from './resolve-columns.ts'
import { analyzeImport, savePlan } from './save-plan.ts'

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

type ImportRule = Pick<Config['imports'], 'maxRefused' | 'maxRepriced'>

type Counted = Pick<ImportReport, 'repeated'> & { refused: readonly unknown[] }

/** The reasons why a plan isn't saved without a person (docs/product.md#import-folder); none for a plan that follows the rule. */
function brokenRules(
  { rows }: Pick<Plan, 'rows'>,
  { refused, repeated }: Counted,
  { maxRefused, maxRepriced }: ImportRule,
): string[] {
  const all = rows.length + refused.length + repeated
  const priced = rows.filter(hasOldPrice)
  const repriced = priced.filter(isRepriced)
  return [
    isAbove(refused.length, all, maxRefused) &&
      `${refused.length === 1 ? 'Se rechaza' : 'Se rechazan'} ${number(refused.length)} de ${number(all)} filas (${percentOf(refused.length, all)}); como máximo, ${number(maxRefused)} %.`,
    isAbove(repriced.length, priced.length, maxRepriced) &&
      `${repriced.length === 1 ? 'Cambia' : 'Cambian'} en más de la mitad ${number(repriced.length)} de ${number(priced.length)} precios (${percentOf(repriced.length, priced.length)}); como máximo, ${number(maxRepriced)} %.`,
  ].filter((reason) => reason !== false)
}

const isAbove = (part: number, all: number, percent: number) => part * 100 > all * percent
const number = (count: number) => count.toLocaleString('es-CL')
const percentOf = (part: number, all: number) =>
  `${((part * 100) / all).toLocaleString('es-CL', { maximumFractionDigits: 1 })} %`

/** Whether a row states the price of a product that has one. */
const hasOldPrice = ({ isNew, row, before }: PlannedRow) =>
  !isNew && row.fields.cost !== undefined && before.cost !== 0

function isRepriced({ before, after }: PlannedRow): boolean {
  if (before.cost === undefined || after.cost === undefined) return false
  return Math.abs(after.cost - before.cost) * 2 > before.cost
}

/** The most such mails to an administrator in a day, for a cash desk that drops a wrong file every few minutes. */
const MAX_MAILS_A_DAY = 20

/** Queues a mail to each administrator about a file that wasn't saved by itself. */
async function warnOfImport(tx: Tx, importId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select id as "userId" from users
    where role = 'Administrador' and disabled_at is null and (
      select count(*) from mails
      where message->>'kind' = 'import-waiting' and message->>'userId' = users.id::text
        and queued_at > now() - interval '1 day'
    ) < ${MAX_MAILS_A_DAY}`.execute(tx)
  if (rows.length === 0) return
  await queueMail(tx, ...rows.map(({ userId }) => ({ kind: 'import-waiting' as const, importId, userId })))
}

export type WaitingImport = { to: Person; report: ImportReport }

/** An import that still waits or was refused, and the administrator to tell; undefined when there is nothing to say any more. */
export async function findWaitingImport(
  database: Db,
  { importId, userId }: { importId: string; userId: string },
): Promise<WaitingImport | undefined> {
  const report = await findImport(database, importId)
  if (report?.state !== 'preview' && report?.state !== 'refused') return undefined
  const to = await database
    .selectFrom('users')
    .select(['name', 'email as address'])
    .where('id', '=', userId)
    .where('role', '=', 'Administrador')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return to && { to, report }
}
