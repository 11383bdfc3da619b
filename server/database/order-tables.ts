import type { Generated } from 'kysely'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Computed, Moment } from './column-types.ts'

/** The tables of orders, their sums and their reminders (docs/product.md#entities). */

export interface Orders {
  id: Generated<string>
  number: Generated<number>
  user_id: string
  name: string
  last_name: string
  address: string
  city: string
  postal_code: string
  phone: string
  email: string
  status: Generated<OrderStatus>
  payment: Generated<string>
  total: number
  idempotency_key: string | null
  search: Computed<string>
  created_at: Moment
  /** When staff marked the payment proof as checked. */
  proof_checked_at: Date | null
  /** Of the payment proof's pixels (`storeDigestedImage`); null without a proof, and of proofs from before this column. */
  proof_digest: string | null
  /** Whether it has rows in `order_prescriptions`; a trigger writes it. */
  prescription_sent: Generated<boolean>
}

/** What staff have noted about an order, one text each. */
export interface OrderNotes {
  order_id: string
  note: string
  /** Null once the author's account was erased. */
  author_id: string | null
  written_at: Moment
}

export interface OrderSums {
  status: OrderStatus
  orders: number
  pesos: number
}

/** Differences that aren't added to the sums yet. */
export interface OrderSumChanges extends OrderSums {
  quarter: Date
  /** Of pending orders; empty for others. */
  proof: '' | 'missing' | 'unchecked' | 'checked'
}

export type OrderStatusSums = OrderSums & Pick<OrderSumChanges, 'proof'>
/** Days of the time zone with which they were added up. */
export type OrderDaySums = OrderSums & { zone: string; day: string }
export type OrderQuarterSums = OrderSums & { quarter: Date }

export interface OrderLines {
  order_id: string
  position: number
  product_id: string
  product_name: string
  price: number
  quantity: number
  discount: number
  total: number
}

/** A page of the prescription that a customer added to an order. */
export interface OrderPrescriptions {
  order_id: string
  /** From 1, in the order in which the pages were sent. */
  page: number
  /** Empty once its days are over. */
  photo: string
  /** SHA-256 of the file as it was sent, in hex. */
  digest: string | null
  created_at: Moment
}

export interface OrderEvents {
  order_id: string
  happened_at: Moment
  /** One of the shop's events (domain/order-events.ts), or one of a newer version. */
  kind: string
  /** Null for the customer and for the shop itself. */
  actor_id: string | null
}

export interface OrderReminders {
  order_id: string
  due_at: Date
}

export interface ReminderLinks {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}
