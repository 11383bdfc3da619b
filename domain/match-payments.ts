/** A credit of the pharmacy's account that isn't decided yet. */
export type Transfer = {
  id: string
  /** The bank's day: `YYYY-MM-DD`. */
  date: string
  /** Whole pesos. */
  amount: number
  description: string
  /** The bank's document number; '' without one. */
  document: string
}

/** An order that isn't wholly paid. */
export type OpenOrder = {
  id: string
  number: number
  /** Whole pesos still due. */
  due: number
  /** The day on which it was placed, in the pharmacy's time zone: `YYYY-MM-DD`. */
  day: string
  /** `rut`: digits without the check digit; '' when unknown. */
  account: PersonName & { id: string; rut: string }
  delivery: PersonName
}

/** Given names and last names, as they were typed. */
export type PersonName = { name: string; lastName: string }

/** Orders that a transfer may pay, with the reasons in words for staff, and the difference paid − due in pesos. */
export type Offer = { orders: string[]; reasons: string[]; difference: number }

export type DecisionState = 'sure' | 'proposed' | 'unknown'

/** What is decided about a transfer: its offers, best first; the first one is the order when the state is sure. */
export type Decision = { transfer: string; state: DecisionState; offers: Offer[] }

/** Decides which orders the transfers pay, in the order of the transfers (docs/product.md#matching-transfers). */
export function matchPayments(transfers: readonly Transfer[], _orders: readonly OpenOrder[]): Decision[] {
  return transfers.map(({ id }) => ({ transfer: id, state: 'unknown', offers: [] }))
}
