import { indexOrders, readTransfer } from './payment-fits.ts'
import { offerByAmount, offerOrder, offerSums, partsOfOrders, type RankedOffer } from './payment-offers.ts'
import { chooseSure } from './sure-payments.ts'

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

/** Given names and last names, as they were typed. */
export type PersonName = { name: string; lastName: string }

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

/** Orders that a transfer may pay, with the reasons in words for staff, and the difference paid − due in pesos. */
export type Offer = { orders: string[]; reasons: string[]; difference: number }

export type DecisionState = 'sure' | 'proposed' | 'unknown'

/** The decision about a transfer: its offers, best first; the first one is the order when the state is sure. */
export type Decision = { transfer: string; state: DecisionState; offers: Offer[] }

/** The maximum number of offers for one transfer. */
const MAX_OFFERS = 5

/** Decides which orders the transfers pay; the decisions are in the order of the transfers (docs/product.md#matching-transfers). */
export function matchPayments(transfers: readonly Transfer[], orders: readonly OpenOrder[]): Decision[] {
  const index = indexOrders(orders)
  const readings = transfers.map((transfer) => readTransfer(transfer, index))
  const sure = chooseSure(readings, index)
  const taken = new Set([...sure.values()].map(({ order }) => order))
  const parts = partsOfOrders(
    readings.filter((reading) => !sure.has(reading)),
    taken,
  )
  return readings.map((reading) => {
    const transfer = reading.transfer.id
    const own = sure.get(reading)
    const others = reading.fits
      .filter((fit) => fit !== own)
      .flatMap((fit) => offerOrder(reading, fit, taken, parts.get(fit)))
    if (own) {
      const first = offerOrder(reading, own, new Set()).map((offer) => ({ ...offer, score: Infinity }))
      return { transfer, state: 'sure', offers: rank([...first, ...others]) }
    }
    const offers = rank([
      ...others,
      ...offerSums(reading, index, taken),
      ...offerByAmount(reading, index, taken),
    ])
    return { transfer, state: offers.length > 0 ? 'proposed' : 'unknown', offers }
  })
}

/** The best offers, best first; of equal ones the newest order. */
const rank = (offers: readonly RankedOffer[]): Offer[] =>
  offers
    .toSorted((a, b) => b.score - a.score || b.day.localeCompare(a.day))
    .slice(0, MAX_OFFERS)
    .map(({ orders, reasons, difference }) => ({ orders, reasons, difference }))
