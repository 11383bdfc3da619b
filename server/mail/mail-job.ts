import type { OrderStatus } from '#domain/order-status.ts'

/** A mail to the customer of an order: to the order's own address, or to the account's. */
export type CustomerMail = { orderId: string; toAccount?: true } & (
  | { kind: 'order-received' | 'order-unpaid' | 'proof-rejected' | 'prescription-rejected' }
  | { kind: 'order-status'; status: OrderStatus }
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
  | { kind: 'second-factor-reset'; userId: string }
