import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Tx } from '../database/schema.ts'

/**
 * A mail that is owed, as what it is about. What it says is read when it is sent: the queue keeps no names, no products
 * and no tokens.
 */
export type MailJob =
  | { kind: 'order-received'; orderId: string }
  | { kind: 'order-for-pharmacy'; orderId: string }
  | { kind: 'order-status'; orderId: string; status: OrderStatus }
  | { kind: 'welcome'; userId: string }
  | { kind: 'recovery'; email: string }
  | { kind: 'form-received'; requestId: string }

/**
 * Queues mails in the transaction that causes them, all in one statement: they go out if it commits, and only then. The
 * same cause again is no second mail.
 */
export async function queueMail(tx: Tx, ...messages: MailJob[]): Promise<void> {
  const causes = messages.map((message) => `${message.kind}.${subjectOf(message)}`)
  const bodies = messages.map((message) => JSON.stringify(message))
  await sql`
    insert into mails (cause, message)
    select * from unnest(${causes}::text[], ${bodies}::jsonb[])
    on conflict (cause) do nothing`.execute(tx)
}

/** What names the cause beside the kind. A status may come back and a link be asked for again: each time is a cause. */
function subjectOf(message: MailJob): string {
  switch (message.kind) {
    case 'order-received':
    case 'order-for-pharmacy':
      return message.orderId
    case 'welcome':
      return message.userId
    case 'form-received':
      return message.requestId
    case 'order-status':
    case 'recovery':
      return randomUUID()
  }
}
