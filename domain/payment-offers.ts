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
/** The score of each thing in common, to rank offers. */
const WEIGHTS = {
  number: 40,
  rut: 30,
  sameName: 20,
  similarName: 10,
  lastName: 3,
  exactAmount: 30,
  exactSum: 24,
  digitSlip: 12,
  smallDifference: 8,
  otherRut: -5,
  early: -20,
  taken: -25,
}

/** Orders that a transfer may pay, with the reasons, and the difference paid − due in pesos. */
export type Offer = { orders: string[]; reasons: PaymentReason[]; difference: number }

/** `score`: more is better; `day`: the order's. */
export type RankedOffer = Offer & { score: number; day: string }

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
  const { order } = candidate
  const difference = transfer.amount - order.due
  const isSmall = Math.abs(difference) <= Math.max(SMALL_DIFFERENCE.pesos, order.due * SMALL_DIFFERENCE.part)
  const hasSlip = isOneEditApart(String(transfer.amount), String(order.due))
  const isClose = candidate.isExact || isSmall || hasSlip || parts.length > 0
  if (!isClose && !candidate.hasNumber && (!candidate.hasRut || candidate.isEarly)) return []
  const rivals = candidates.filter((other) => candidate.isExact && other.isExact && other !== candidate)
  const isTaken = taken.has(order)
  return [
    {
      orders: [order.id],
      reasons: [
        candidate.isExact ? { code: 'same-amount' } : { code: 'difference', pesos: difference },
        ...when(hasSlip, { code: 'digit-slip' }),
        ...parts.map(({ date, amount }) => ({ code: 'part' as const, pesos: amount, day: date })),
        ...commonReasons(candidate),
        ...when(candidate.isEarly, { code: 'early' }),
        ...when(isTaken, { code: 'taken' }),
        ...rivalReasons(rivals),
      ],
      difference,
      day: order.day,
      score:
        scoreInCommon(candidate) +
        (candidate.isExact ? WEIGHTS.exactAmount : 0) +
        (parts.length > 0 ? WEIGHTS.exactSum : 0) +
        (hasSlip ? WEIGHTS.digitSlip : 0) +
        (isSmall && !candidate.isExact ? WEIGHTS.smallDifference : 0) +
        (candidate.isEarly ? WEIGHTS.early : 0) +
        (isTaken ? WEIGHTS.taken : 0),
    },
  ]
}

const when = (applies: boolean, reason: PaymentReason): PaymentReason[] => (applies ? [reason] : [])

const commonReasons = ({ order, hasNumber, hasRut, hasOtherRut, name }: Candidate): PaymentReason[] => [
  ...when(hasNumber, { code: 'number', number: order.number }),
  ...when(hasRut, { code: 'same-rut' }),
  ...(name ? [{ code: name.isSame ? 'same-name' : 'similar-name', name: written(name.words) } as const] : []),
  ...when(hasOtherRut, { code: 'other-rut' }),
]

const written = (words: readonly string[]) => words.join(' ').toUpperCase()

function rivalReasons([first, ...more]: readonly Candidate[]): PaymentReason[] {
  if (!first) return []
  if (more.length > 0) return [{ code: 'more-rivals', orders: more.length + 1 }]
  return [{ code: 'rival', number: first.order.number }]
}

const scoreInCommon = ({ hasNumber, hasRut, hasOtherRut, name }: Candidate) =>
  (hasNumber ? WEIGHTS.number : 0) +
  (hasRut ? WEIGHTS.rut : 0) +
  (name ? (name.isSame ? WEIGHTS.sameName : WEIGHTS.similarName) : 0) +
  (hasOtherRut ? WEIGHTS.otherRut : 0)

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
  const [first] = meant.toSorted((a, b) => scoreInCommon(b) - scoreInCommon(a))
  if (orders.length === 0 || !first) return []
  return [
    {
      orders: orders.map(({ id }) => id),
      reasons: [{ code: 'exact-sum', orders: orders.length }, ...commonReasons(first)],
      difference: 0,
      score: WEIGHTS.exactSum + scoreInCommon(first),
      day: orders[0]?.day ?? '',
    },
  ]
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
      return {
        orders: [order.id],
        reasons: [
          { code: 'same-amount' },
          ...(lastName ? [{ code: 'same-last-name', name: written([lastName]) } as const] : []),
        ],
        difference: 0,
        score: WEIGHTS.exactAmount + (lastName ? WEIGHTS.lastName : 0),
        day: order.day,
      }
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
