import type { OrderStatus } from '#domain/order-status.ts'

/** A mail to the customer of an order. `toAccount` is decided at the first attempt (docs/product.md#mails-to-others). */
export type CustomerMail = { orderId: string; toAccount?: boolean } & (
  | { kind: 'order-received' | 'proof-rejected' | 'prescription-rejected' }
  /** `unpaid`: cancelled by the shop itself, for want of a transfer. */
  | { kind: 'order-status'; status: OrderStatus; unpaid?: true }
  /** `cancelDays`: days after which the order will be cancelled. */
  | { kind: 'order-unpaid'; cancelDays?: number }
  /** A day's notice: `since` is when the order began to wait, in milliseconds; `day` when it is cancelled, `YYYY-MM-DD`. */
  | { kind: 'order-cancelling'; since: string; day: string }
  | { kind: 'order-paid'; paymentId: string }
)

/** A mail to send: its kind and ids. The text is composed at sending, so that the queue holds no names, products or tokens. */
export type MailJob =
  | CustomerMail
  | { kind: 'order-for-pharmacy'; orderId: string }
  | { kind: 'order-reminder'; orderId: string }
  | { kind: 'welcome'; userId: string }
  | { kind: 'recovery'; email: string }
  | { kind: 'form-received'; requestId: string }
  /** A job that a trigger of the database queues (server/database/migrations/baseline/stock.ts). */
  | { kind: 'stock-alert'; alertId: string }
  | { kind: 'request-answer'; requestId: string; answerId: string }
  | { kind: 'invitation'; userId: string }
  /** A mail to an administrator about a file that wasn't saved by itself. */
  | { kind: 'import-waiting'; importId: string; userId: string }
  | { kind: 'second-factor-reset'; userId: string }
  /** A mail to an administrator about backups that fail, once on a `YYYY-MM-DD`. */
  | { kind: 'backup-failed'; userId: string; day: string }
