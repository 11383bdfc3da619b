import { sql } from 'kysely'
import { OPERATOR } from '#contract/audit.ts'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import type { Config } from '../../config.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Plan } from './plan/plan-import.ts'
import type { PlannedRow } from './plan/plan-row.ts'
import { EMPTY_REPORT, type Origin, type Sent, storeRefused } from './save/import-store.ts'

/** Files that are imported without a person (docs/imports.md#the-folder), and the mails about them. */

/** Parts of existing products that such an import leaves unchanged, like an upload without choices. */
export const LEAVE = ['spelling'] as const

/** The advice for a file that has no valid row because its columns weren't recognised. */
const CHOOSE_COLUMNS =
  'Para decir qué trae cada columna, envía el archivo en Productos, con «Subir Excel»: los próximos se leerán igual.'

/**
 * The reasons why a plan isn't saved without a person; none for a plan that follows the rule.
 *
 * @param proposed the columns that were read as proposed
 */
export function reasonsToWait(plan: Plan, rule: ImportRule, proposed: UnknownColumns | undefined): string[] {
  const questions = proposed ? questionsAbout(proposed) : []
  const hasOpenColumns =
    proposed !== undefined || plan.sheets.some(({ unusedColumns }) => unusedColumns.length > 0)
  const isLost = plan.rows.length === 0 && hasOpenColumns
  return [...questions, ...brokenRules(plan, rule), ...(isLost ? [CHOOSE_COLUMNS] : [])]
}

function questionsAbout({ sheets, questions }: UnknownColumns): string[] {
  if (questions.length > 0) return questions
  const asked = sheets.flatMap(({ columns }) => columns.filter(({ asked }) => asked))
  const names = asked.map(({ heading, key }) => `«${heading || key}»`)
  return [`Hay que confirmar qué columna tiene los códigos: se propone ${names.join(', ')}.`]
}

type Unread = { name: string; origin: Origin; reason: string }

/** Stores a file that couldn't be read as refused, with the reason, and tells the administrators. */
export const storeUnread = (database: Db, { name, origin, reason }: Unread): Promise<ImportReport> =>
  inTransaction(database, async (tx) => {
    const sent: Sent = { fileName: displayName(name, 'Planilla'), actor: OPERATOR, origin }
    const report = await storeRefused(tx, sent, { ...EMPTY_REPORT, reasons: [reason] })
    await warnOfImport(tx, report._id)
    return report
  })

export type ImportRule = Pick<Config['imports'], 'maxRefused' | 'maxRepriced'>

/** A reason for each limit of the rule that a plan exceeds. */
function brokenRules({ rows, refused, repeated }: Plan, { maxRefused, maxRepriced }: ImportRule): string[] {
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

/** Whether a row states a price for a product that already has one. */
const hasOldPrice = ({ isNew, row, before }: PlannedRow) =>
  !isNew && row.fields.cost !== undefined && before.cost !== 0

function isRepriced({ before, after }: PlannedRow): boolean {
  if (before.cost === undefined || after.cost === undefined) return false
  return Math.abs(after.cost - before.cost) * 2 > before.cost
}

/** The most such mails to an administrator in a day, for a cash desk that drops a wrong file every few minutes. */
const MAX_MAILS_A_DAY = 20

/** Queues a mail to each administrator about a file that wasn't saved by itself. */
export async function warnOfImport(tx: Tx, importId: string): Promise<void> {
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
