import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type BankStatement, STATEMENT_FIELDS, type StatementColumns } from '#contract/payments.ts'
import { formatWhole } from '#domain/price.ts'
import { fold } from '#domain/text.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import {
  oneAtATime,
  readRemembered,
  readTable,
  rememberColumns,
  withHeadings,
} from '../../tables/read-table.ts'
import { type Actor, accountOf, nameWithoutAccount, recordAudit } from '../audit/record-audit.ts'
import { comparePayments, lockPayments } from './compare-payments.ts'
import { findStatement } from './list-payments.ts'
import type { ReadStatement } from './statement/read-statement-file.ts'
import type { Movement, Statement } from './statement/statement.ts'
import type { KnownLayouts } from './statement/statement-table.ts'

const READER = new URL('./statement/read-statement-file.ts', import.meta.url)

/** Limits the reading of statements only; an import of products may run at the same time. */
const oneUploadAtATime = oneAtATime(
  () =>
    new Refusal('TOO_MANY', {
      message: 'Ya se está leyendo otra cartola. Espera a que termine.',
      retryAfter: 5,
    }),
)

type Upload = {
  file: UploadedFile
  assigned: KnownLayouts['assigned']
  actor: Actor
  onCrash: (error: unknown) => void
}

/**
 * Reads a bank statement and stores its new credits. The file isn't kept; assigned columns are
 * remembered for files with the same headings.
 *
 * @throws Refusal STATEMENT_UNREADABLE; STATEMENT_COLUMNS; TOO_MANY while another file is read
 */
export const uploadStatement = (
  database: Db,
  { file, assigned, actor, onCrash }: Upload,
): Promise<BankStatement> =>
  oneUploadAtATime(database, async () => {
    const remembered = await readRemembered(database, 'statement', STATEMENT_FIELDS)
    const statement = takeCredits(await readStatement(file.bytes, { assigned, remembered, onCrash }))
    const id = await inTransaction(database, async (tx) => {
      await lockPayments(tx)
      if (assigned && statement.headings)
        await rememberColumns(tx, 'statement', { layout: statement.headings, columns: assigned })
      const fileName = displayName(file.name, 'Cartola')
      return storeStatement(tx, statement, { fileName, actor })
    })
    return (await findStatement(database, id))!
  })

type Known = KnownLayouts & {
  onCrash: (error: unknown) => void
}

/**
 * Reads a bank statement in a limited process.
 *
 * @param known the columns assigned for this file, and those assigned for earlier files, by the key of their headings
 *   (`Statement.headings`)
 * @throws Refusal STATEMENT_UNREADABLE; STATEMENT_COLUMNS with the table's columns (`StatementColumns`) for an unknown layout
 */
export async function readStatement(bytes: Buffer, { onCrash, ...known }: Known): Promise<Statement> {
  let read: ReadStatement = {}
  const onPart = (part: ReadStatement) => {
    read = part
  }
  const refuse = (message: string) => refusalAt('STATEMENT_UNREADABLE', 'file', message)
  await readTable(READER, { bytes, ...known }, { onPart, onCrash, refuse })
  if (read.unknown) throw unknownColumns(read.unknown)
  return read.statement!
}

function unknownColumns(data: StatementColumns): Refusal {
  const message = withHeadings(
    'No reconocemos las columnas de la cartola.',
    data.sheets,
    'La cartola no tiene encabezados que reconozcamos.',
  )
  return refusalAt('STATEMENT_COLUMNS', 'file', message, data)
}

/** The maximum pesos of a transfer, so that the sum of an order's transfers fits its column. */
const MAX_CREDIT = 1_000_000_000

/** The maximum number of stored refused rows and of stored gaps: a file with more isn't a statement. */
const MAX_PROBLEMS = 200

/** Refuses credits that are too large to pay an order, and limits the stored problems. */
function takeCredits({ movements, gaps, refused, ...statement }: Statement): Statement {
  const tooLarge = movements.filter(({ credit }) => credit > MAX_CREDIT)
  const added = tooLarge.map(({ row, credit }) => ({
    row,
    column: 'Abono',
    value: formatWhole(credit),
    reason: 'El abono es demasiado grande para pagar un pedido.',
  }))
  return {
    ...statement,
    movements: movements.filter(({ credit }) => credit <= MAX_CREDIT),
    gaps: gaps.slice(0, MAX_PROBLEMS),
    refused: [...refused, ...added].sort((one, other) => one.row - other.row).slice(0, MAX_PROBLEMS),
  }
}

/** @returns the statement's id */
async function storeStatement(
  tx: Tx,
  { bank, account, movements, gaps, refused }: Statement,
  { fileName, actor }: { fileName: string; actor: Actor },
): Promise<string> {
  const credits = movements.filter(({ credit }) => credit > 0)
  const days = movements.map(({ date }) => date).sort()
  const { rows } = await sql<{ id: string }>`
    insert into bank_statements (bank, account, file_name, actor_id, actor_name, first_day, last_day, credits, repeated, gaps, refused)
    select ${bank}, ${account}, ${fileName}, actor.id, coalesce(trim(users.name || ' ' || users.lastname), ${nameWithoutAccount(actor)}),
      ${days[0] ?? null}::date, ${days.at(-1) ?? null}::date, ${credits.length}, 0, ${JSON.stringify(gaps)}, ${JSON.stringify(refused)}
    from (select ${accountOf(actor)}::uuid as id) actor left join users on users.id = actor.id
    returning id`.execute(tx)
  const { id } = rows[0]!
  const added = await insertPayments(tx, id, credits)
  await sql`update bank_statements set repeated = ${credits.length - added} where id = ${id}`.execute(tx)
  await recordAudit(tx, actor, {
    action: 'payment.statement',
    subject: { kind: 'statement', id, label: fileName },
    after: { bank, credits: credits.length, added },
  })
  await comparePayments(tx)
  return id
}

/**
 * Inserts the credits that no earlier statement had, by digest and, for equal ones, by their count in the file.
 *
 * @returns their number
 */
async function insertPayments(tx: Tx, statementId: string, credits: readonly Movement[]): Promise<number> {
  const occurrences = new Map<string, number>()
  const rows = credits.map(({ date, credit, document, description, account }) => {
    const digest = digestOf([account, date, String(credit), fold(document), fold(description)])
    const occurrence = (occurrences.get(digest) ?? 0) + 1
    occurrences.set(digest, occurrence)
    return { digest, occurrence, date, amount: credit, document, description }
  })
  const { rows: added } = await sql`
    insert into payments (statement_id, digest, occurrence, paid_on, amount, document, description, state)
    select ${statementId}, decode(digest, 'hex'), occurrence, date, amount, document, description, 'unknown'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (digest text, occurrence int, date date, amount int, document text, description text)
    on conflict (digest, occurrence) do nothing returning id`.execute(tx)
  return added.length
}

/** The digest that recognizes a transfer in other files. */
const digestOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
