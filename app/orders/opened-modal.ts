import type { Order } from '#contract/orders.ts'

/** The modal that is open, and its order. */
export type OpenedModal = {
  kind:
    | 'details'
    | 'payment-methods'
    | 'proof-upload'
    | 'proof-view'
    | 'prescription-upload'
    | 'prescription-view'
    | 'shipment'
  order: Order
  /** Whether closing leads back to the order's details. */
  fromDetails?: boolean
  /** The decision about another order's payment proof or prescription, after which this one was opened. */
  decided?: { order: Order; text: string }
}
