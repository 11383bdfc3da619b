import { isOneEditApart } from './one-edit.ts'
import {
  type Candidate,
  type OpenOrder,
  type OrderIndex,
  type ReadTransfer,
  sharedLastName,
  type Transfer,
} from './payment-candidates.ts'
import type { PaymentReason } from './payment-reasons.ts'

/** The maximum number of the newest orders that are looked at when only the amount is the same. */
const MAX_SAME_AMOUNT = 50
/** A difference is small up to this part of what is due, or up to these pesos. */
const SMALL_DIFFERENCE = { part: 0.1, pesos: 1_000 }
/** Orders that a transfer may pay, with the reasons, and the difference paid − due in pesos. */
export type Offer = { orders: string[]; reasons: PaymentReason[]; difference: number }

/** `score`: more is better; `day`: the order's. */
export type RankedOffer = Offer & { score: number; day: string }

/** A reason for or against an offer, with its weight in the offer's score. */
type Fact = { reason: PaymentReason; weight: number }

const EXACT_AMOUNT: Fact = { reason: { code: 'same-amount' }, weight: 30 }
/** The weight of several orders or transfers whose sum is exact. */
const EXACT_SUM = 24

const when = (applies: boolean, reason: PaymentReason, weight = 0): Fact[] =>
  applies ? [{ reason, weight }] : []

const scoreOf = (facts: readonly Fact[]) => facts.reduce((sum, { weight }) => sum + weight, 0)

const offerOf = (orders: readonly OpenOrder[], facts: readonly Fact[], difference = 0): RankedOffer => ({
  orders: orders.map(({ id }) => id),
  reasons: facts.map(({ reason }) => reason),
  difference,
  score: scoreOf(facts),
  day: orders[0]?.day ?? '',
})

/**
 * The offer of an order that has something in common with the transfer; [] when the amounts are far apart and the text has neither the
 * order's number nor, after the order was placed, its customer's RUT.
 */
export function offerOrder(
  { transfer, candidates }: ReadTransfer,
  candidate: Candidate,
  taken: ReadonlySet<OpenOrder>,
  parts: readonly Transfer[] = [],
): RankedOffer[] {
  const { order, isExact, isEarly } = candidate
  const difference = transfer.amount - order.due
  const isSmall = Math.abs(difference) <= Math.max(SMALL_DIFFERENCE.pesos, order.due * SMALL_DIFFERENCE.part)
  const hasSlip = isOneEditApart(String(transfer.amount), String(order.due))
  const isClose = isExact || isSmall || hasSlip || parts.length > 0
  if (!isClose && !candidate.hasNumber && (!candidate.hasRut || isEarly)) return []
  const rivals = candidates.filter((other) => isExact && other.isExact && other !== candidate)
  const facts = [
    ...(isExact ? [EXACT_AMOUNT] : when(true, { code: 'difference', pesos: difference }, isSmall ? 8 : 0)),
    ...when(hasSlip, { code: 'digit-slip' }, 12),
    ...parts.flatMap(({ date, amount }, place) =>
      when(true, { code: 'part', pesos: amount, day: date }, place === 0 ? EXACT_SUM : 0),
    ),
    ...inCommon(candidate),
    ...when(isEarly, { code: 'early' }, -20),
    ...when(taken.has(order), { code: 'taken' }, -25),
    ...(rivals.length > 1
      ? when(true, { code: 'more-rivals', orders: rivals.length })
      : rivals.flatMap((rival) => when(true, { code: 'rival', number: rival.order.number }))),
  ]
  return [offerOf([order], facts, difference)]
}

const inCommon = ({ order, hasNumber, hasRut, hasOtherRut, name }: Candidate): Fact[] => [
  ...when(hasNumber, { code: 'number', number: order.number }, 40),
  ...when(hasRut, { code: 'same-rut' }, 30),
  ...(name?.isSame ? when(true, { code: 'same-name', name: written(name.words) }, 20) : []),
  ...(name && !name.isSame ? when(true, { code: 'similar-name', name: written(name.words) }, 10) : []),
  ...when(hasOtherRut, { code: 'other-rut' }, -5),
]

const written = (words: readonly string[]) => words.join(' ').toUpperCase()

/** Whether the text says, by more than a similar name, that the order or its customer is meant. */
const isMeant = ({ hasNumber, hasRut, name, isEarly }: Candidate) =>
  !isEarly && (hasNumber || hasRut || name?.isSame === true)

/** Several orders of one customer, or the orders that the text names, whose sum is exactly the transfer's amount. */
export function offerSums(
  { transfer, candidates }: ReadTransfer,
  index: OrderIndex,
  taken: ReadonlySet<OpenOrder>,
): RankedOffer[] {
  const meant = candidates.filter(isMeant)
  const named = meant.filter(({ hasNumber }) => hasNumber).map(({ order }) => order)
  const customers = Map.groupBy(meant, ({ order }) => order.account.id)
  const offers = [...customers].flatMap(([account, own]) => {
    const open = (index.byAccount.get(account) ?? []).filter(
      (order) => !taken.has(order) && order.day <= transfer.date,
    )
    return offerSum(open, transfer, own)
  })
  const byNumber = named.length > 1 ? offerSum(named, transfer, meant) : []
  const keyOf = ({ orders }: Offer) => orders.toSorted().join()
  return [...new Map([...offers, ...byNumber].map((offer) => [keyOf(offer), offer])).values()]
}

function offerSum(
  open: readonly OpenOrder[],
  { amount }: Transfer,
  meant: readonly Candidate[],
): RankedOffer[] {
  const orders = exactSum(open, ({ due }) => due, amount)
  const [first] = meant.map(inCommon).toSorted((a, b) => scoreOf(b) - scoreOf(a))
  if (orders.length === 0 || !first) return []
  return [offerOf(orders, [...when(true, { code: 'exact-sum', orders: orders.length }, EXACT_SUM), ...first])]
}

/** The orders that have only the amount in common with the transfer, or the amount and a last name. */
export function offerByAmount(
  { transfer, payer, candidates }: ReadTransfer,
  index: OrderIndex,
  taken: ReadonlySet<OpenOrder>,
): RankedOffer[] {
  const found = new Set(candidates.map(({ order }) => order))
  return (index.byAmount.get(transfer.amount) ?? [])
    .filter((order) => !found.has(order) && !taken.has(order) && order.day <= transfer.date)
    .slice(0, MAX_SAME_AMOUNT)
    .map((order) => {
      const lastName = sharedLastName(payer, order)
      const named = lastName ? when(true, { code: 'same-last-name', name: written([lastName]) }, 3) : []
      return offerOf([order], [EXACT_AMOUNT, ...named])
    })
}

/** For each candidate of a transfer: the other transfers for that order, if all together pay it exactly. */
export function partsOfOrders(
  readings: readonly ReadTransfer[],
  taken: ReadonlySet<OpenOrder>,
): Map<Candidate, Transfer[]> {
  const meant = readings.flatMap(({ transfer, candidates }) =>
    candidates
      .filter((candidate) => isMeant(candidate) && !taken.has(candidate.order))
      .map((candidate) => ({ transfer, candidate })),
  )
  const groups = [...Map.groupBy(meant, ({ candidate }) => candidate.order)]
  return new Map(
    groups.flatMap(([order, all]) => {
      const parts = exactSum(all, ({ transfer }) => transfer.amount, order.due)
      return parts.map(({ candidate }): [Candidate, Transfer[]] => [
        candidate,
        parts.filter((other) => other.candidate !== candidate).map(({ transfer }) => transfer),
      ])
    }),
  )
}

/** The maximum number of parts that are tried: 2¹² sums. */
const MAX_PARTS = 12

/** Two or more of the parts whose amounts add up exactly to a total, with the fewest parts; [] when there are none. */
function exactSum<Part>(parts: readonly Part[], amountOf: (part: Part) => number, total: number): Part[] {
  const search = (from: number, rest: number, count: number): Part[] | null => {
    if (count === 0) return rest === 0 ? [] : null
    for (let at = from; at <= tried.length - count; at += 1) {
      const part = tried[at] as Part
      const others = amountOf(part) <= rest ? search(at + 1, rest - amountOf(part), count - 1) : null
      if (others) return [part, ...others]
    }
    return null
  }
  const tried = parts.filter((part) => amountOf(part) > 0 && amountOf(part) < total).slice(0, MAX_PARTS)
  for (let count = 2; count <= tried.length; count += 1) {
    const found = search(0, total, count)
    if (found) return found
  }
  return []
}
