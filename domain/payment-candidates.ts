import { type NameWords, nameWords } from './compare-names.ts'
import { NameIndex } from './name-index.ts'
import { type Payer, readPayer } from './payer.ts'
import { checkDigitOf } from './rut.ts'

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
  recipient: PersonName
}

/** An order that a transfer may pay, with their common facts: its number in the text, or the RUT or name of its customer. */
export type Candidate = {
  order: OpenOrder
  hasNumber: boolean
  hasRut: boolean
  /** The text has a RUT, which is somebody else's. */
  hasOtherRut: boolean
  /** The words of the text that are the customer's or the recipient's name, surely or perhaps. */
  name: MatchedName | null
  isExact: boolean
  /** The transfer is dated before the order. */
  isEarly: boolean
}
type MatchedName = { words: readonly string[]; isSame: boolean }

export type ReadTransfer = { transfer: Transfer; payer: Payer; candidates: Candidate[] }

/** The maximum number of orders under one name that are looked at for a transfer, and of those with its amount. */
const MAX_OF_NAME = 20

export type OrderIndex = ReturnType<typeof indexOrders>

/** Indexes the orders by what a transfer may have in common with them. */
export function indexOrders(orders: readonly OpenOrder[]) {
  const newestFirst = orders.toSorted((a, b) => b.day.localeCompare(a.day) || b.number - a.number)
  const names = new NameIndex<OpenOrder>()
  for (const order of newestFirst)
    for (const person of [order.account, order.recipient]) names.add(wordsOf(person), order)
  return {
    names,
    byNumber: new Map(newestFirst.map((order) => [order.number, order])),
    byRut: Map.groupBy(newestFirst, ({ account }) => digitsOf(account.rut)),
    byAccount: Map.groupBy(newestFirst, ({ account }) => account.id),
    byAmount: Map.groupBy(newestFirst, ({ due }) => due),
  }
}

const wordsOf = ({ name, lastName }: PersonName): NameWords => ({
  given: nameWords(name),
  last: nameWords(lastName),
})

/** A RUT's digits without zeros in front, and without the check digit of nine digits that were typed without a dash. */
function digitsOf(rut: string): string {
  const digits = rut.replace(/^0+/, '')
  const hasCheckDigit = digits.length === 9 && digits.endsWith(checkDigitOf(digits.slice(0, -1)))
  return hasCheckDigit ? digits.slice(0, -1) : digits
}

/** Reads a transfer's description, and finds the orders whose number, RUT or name is in it. */
export function readTransfer(transfer: Transfer, index: OrderIndex): ReadTransfer {
  const payer = readPayer(transfer)
  const names = new Map<OpenOrder, MatchedName>()
  for (const words of payer.names)
    for (const { isSame, items } of index.names.find(words))
      for (const order of newestOf(items, transfer.amount))
        if (isSame || !names.has(order)) names.set(order, { words, isSame })
  const orders = new Set([
    ...payer.numbers.flatMap(({ value }) => index.byNumber.get(value) ?? []),
    ...[...payer.ruts, ...payer.possibleRuts].flatMap((rut) => index.byRut.get(rut) ?? []),
    ...names.keys(),
  ])
  const candidates = [...orders].map((order) =>
    compare(transfer, payer, order, names.get(order) ?? null, index),
  )
  return { transfer, payer, candidates }
}

const newestOf = (orders: readonly OpenOrder[], amount: number) => [
  ...orders.filter(({ due }) => due === amount).slice(0, MAX_OF_NAME),
  ...orders.slice(0, MAX_OF_NAME),
]

function compare(
  transfer: Transfer,
  payer: Payer,
  order: OpenOrder,
  name: MatchedName | null,
  index: OrderIndex,
): Candidate {
  const rut = digitsOf(order.account.rut)
  const hasRut = rut !== '' && (payer.ruts.includes(rut) || payer.possibleRuts.includes(rut))
  return {
    order,
    hasNumber: payer.numbers.some(({ value }) => value === order.number),
    hasRut,
    hasOtherRut: !hasRut && payer.ruts.some((other) => rut !== '' || index.byRut.has(other)),
    name,
    isExact: transfer.amount === order.due,
    isEarly: transfer.date < order.day,
  }
}

/** A last name, of four letters or more, that the text shares with an order's customer or recipient; null without one. */
export function sharedLastName({ names }: Payer, { account, recipient }: OpenOrder): string | null {
  const words = names.flat().filter((word) => word.length >= 4)
  const last = words.length > 0 ? [account, recipient].flatMap(({ lastName }) => nameWords(lastName)) : []
  return words.find((word) => last.includes(word)) ?? null
}
