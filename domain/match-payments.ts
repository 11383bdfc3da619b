import { indexOrders, type OpenOrder, readTransfer, type Transfer } from './payment-candidates.ts'
import {
  type Offer,
  offerByAmount,
  offerOrder,
  offerSums,
  partsOfOrders,
  type RankedOffer,
} from './payment-offers.ts'
import { chooseSure } from './sure-payments.ts'

export type DecisionState = 'sure' | 'proposed' | 'unknown'

/** The decision about a transfer: its offers, best first; the first one is the order when the state is sure. */
export type Decision = { transfer: string; state: DecisionState; offers: Offer[] }

const MAX_OFFERS = 5

/** Decides which orders the transfers pay; the decisions are in the order of the transfers. */
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
    const others = reading.candidates
      .filter((candidate) => candidate !== own)
      .flatMap((candidate) => offerOrder(reading, candidate, taken, parts.get(candidate)))
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
