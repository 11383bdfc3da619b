import type { Generated } from 'kysely'
import type { PaymentState } from '#contract/payments.ts'
import type { Offer } from '#domain/payment-offers.ts'
import type { Computed, Day, Moment } from './column-types.ts'

/** The tables of bank statements and of the transfers that pay orders. */

/** A transfer received. */
interface Payments {
  id: Generated<string>
  /** The statement that first contained the transfer; null once that statement has expired. */
  statement_id: string | null
  digest: Buffer
  /** The transfer's number among equal transfers of a day, from 1. */
  occurrence: number
  paid_on: Day
  amount: number
  document: string
  description: string
  state: PaymentState
  /** Of an undecided transfer: {@link StoredOffer}s as JSON, best first. */
  offers: unknown
  search: Computed<string>
  created_at: Moment
}

/** Orders that a transfer may pay. */
export type StoredOffer = Offer

export interface PaymentTables {
  payments: Payments
}
