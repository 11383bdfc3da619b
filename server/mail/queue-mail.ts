import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '#domain/order-status.ts'
import type { ShipmentState } from '#domain/shipment.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db, Tx } from '../database/schema.ts'

/** A mail to the customer of an order. `toAccount` is decided at the first attempt. */
export type CustomerMail = { orderId: string; toAccount?: boolean } & (
  | { kind: 'order-received' | 'proof-rejected' | 'prescription-rejected' }
  /** `unpaid`: cancelled by the shop itself, because no transfer came. */
  | { kind: 'order-status'; status: OrderStatus; unpaid?: true }
  /** `cancelDays`: days after which the order will be cancelled. */
  | { kind: 'order-unpaid'; cancelDays?: number }
  /** The notice a day before: `since` is when the order began to wait, in milliseconds; `day` when it is cancelled, `YYYY-MM-DD`. */
  | { kind: 'order-cancelling'; since: string; day: string }
  | { kind: 'order-paid'; paymentId: string }
  /** `since` is when the state was set, as PostgreSQL's text. The mail isn't sent once the state was taken back. */
  | { kind: 'order-shipment'; state: Exclude<ShipmentState, 'waiting'>; since: string }
)

/** A mail to send: its kind and ids. The text is composed at sending, so that the queue holds no names, products or tokens. */
export type MailJob =
  | CustomerMail
  | { kind: 'order-for-pharmacy'; orderId: string }
  | { kind: 'order-reminder'; orderId: string }
  | { kind: 'welcome'; userId: string }
  | { kind: 'recovery'; email: string }
  | { kind: 'form-received'; requestId: string }
  /** A job that `features/stock/move-stock.ts` queues in its own statement. */
  | { kind: 'stock-alert'; alertId: string }
  | { kind: 'request-answer'; requestId: string; answerId: string }
  /** The text of a recall to a customer, by one of the customer's orders. */
  | { kind: 'recall'; recallId: string; orderId: string }
  | { kind: 'invitation'; userId: string }
  /** A mail to an administrator about a file that wasn't saved by itself. */
  | { kind: 'import-waiting'; importId: string; userId: string }
  | { kind: 'second-factor-reset'; userId: string }
  /** A mail to an administrator about backups that fail, once on a `YYYY-MM-DD`. */
  | { kind: 'backup-failed'; userId: string; day: string }

/**
 * Queues mails in the transaction that causes them, so that they are sent only if it commits. A repeated cause adds no second mail.
 */
export async function queueMail(tx: Tx, ...jobs: MailJob[]): Promise<void> {
  const causes = jobs.map((job) => `${job.kind}.${subjectOf(job)}`)
  const messages = jobs.map((job) => JSON.stringify(job))
  await sql`
    insert into mails (cause, message)
    select * from unnest(${causes}::text[], ${messages}::jsonb[])
    on conflict (cause) do nothing`.execute(tx)
}

/** The most mails that a transaction queues. */
const BATCH = 500

/**
 * Queues the mails that `next` finds, at most `limit` in a transaction, until it finds fewer. It finds them in the order of their causes, so
 * that two servers that queue the same mails don't deadlock.
 */
export async function queueInBatches(
  database: Db,
  next: (tx: Tx, limit: number) => Promise<readonly MailJob[]>,
): Promise<void> {
  for (;;) {
    const queued = await inTransaction(database, async (tx) => {
      const jobs = await next(tx, BATCH)
      await queueMail(tx, ...jobs)
      return jobs.length
    })
    if (queued < BATCH) return
  }
}

/** Queues the mails about a new order within the statement that writes its row (`placed`), because its id isn't known before. */
export const queueOrderMails = (placed: RawBuilder<unknown>) => sql`
  insert into mails (cause, message)
  select kind || '.' || id, jsonb_build_object('kind', kind, 'orderId', id)
  from ${placed}, unnest('{order-received,order-for-pharmacy}'::text[]) kind`

/** The ids that tell the mails of a kind apart. Kinds without any may repeat, such as those of a status change or a recovery request. */
const SUBJECTS: { [Job in MailJob as Job['kind']]: readonly Exclude<keyof Job, 'kind'>[] } = {
  'order-received': ['orderId'],
  'order-for-pharmacy': ['orderId'],
  'order-unpaid': ['orderId'],
  'order-cancelling': ['orderId', 'since'],
  'order-shipment': ['orderId', 'since'],
  'order-paid': ['orderId', 'paymentId'],
  'order-status': [],
  'order-reminder': [],
  'proof-rejected': [],
  'prescription-rejected': [],
  welcome: ['userId'],
  recovery: [],
  invitation: [],
  'second-factor-reset': [],
  'form-received': ['requestId'],
  'request-answer': ['answerId'],
  'stock-alert': ['alertId'],
  recall: ['recallId', 'orderId'],
  'import-waiting': ['importId', 'userId'],
  'backup-failed': ['day', 'userId'],
}

/** The second part of a cause; random for mails that may repeat. */
function subjectOf(job: MailJob): string {
  const ids: readonly string[] = SUBJECTS[job.kind]
  const values: Record<string, unknown> = job
  return ids.length > 0 ? ids.map((id) => values[id]).join('.') : randomUUID()
}
