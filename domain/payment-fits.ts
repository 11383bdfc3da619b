import { isSameName, isSimilarName, mayBeSameWord, type NameWords, nameWords } from './compare-names.ts'
import type { OpenOrder, PersonName, Transfer } from './match-payments.ts'
import { type Payer, readPayer } from './payer.ts'
import { checkDigitOf } from './rut.ts'

/** What a transfer and an order have in common. */
export type Fit = {
  order: OpenOrder
  hasNumber: boolean
  hasRut: boolean
  /** The text has a RUT, which is somebody else's. */
  hasOtherRut: boolean
  /** The words of the text that are the customer's or the recipient's name, surely or perhaps. */
  name: { words: string[]; isSame: boolean } | null
  isExact: boolean
  /** The transfer is dated before the order. */
  isEarly: boolean
}

export type Reading = { transfer: Transfer; payer: Payer; fits: Fit[] }

export type OrderIndex = ReturnType<typeof indexOrders>

/** Indexes the orders by what a transfer may have in common with them. */
export function indexOrders(orders: readonly OpenOrder[]) {
  const byWord = new Map<string, Set<OpenOrder>>()
  const names = new Map<OpenOrder, NameWords[]>()
  for (const order of orders) {
    names.set(order, [wordsOf(order.account), wordsOf(order.delivery)])
    for (const word of names.get(order)?.flatMap(({ given, last }) => [...given, ...last]) ?? [])
      byWord.set(word, (byWord.get(word) ?? new Set()).add(order))
  }
  return {
    names,
    byWord,
    byNumber: new Map(orders.map((order) => [order.number, order])),
    byRut: Map.groupBy(orders, ({ account }) => digitsOf(account.rut)),
    byAccount: Map.groupBy(orders, ({ account }) => account.id),
    byAmount: Map.groupBy(orders, ({ due }) => due),
    /** By a payer's word, the orders with a name that it may stand for; filled as words are looked up. */
    lookedUp: new Map<string, OpenOrder[]>(),
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
export function readTransfer(transfer: Transfer, index: OrderIndex): Reading {
  const payer = readPayer(transfer)
  const found = new Set([
    ...payer.numbers.flatMap(({ value }) => index.byNumber.get(value) ?? []),
    ...[...payer.ruts, ...payer.possibleRuts].flatMap((rut) => index.byRut.get(rut) ?? []),
    ...payer.names.flatMap((words) => ordersOfName(words, index)),
  ])
  const fits = [...found]
    .map((order) => compare(transfer, payer, order, index))
    .filter(({ hasNumber, hasRut, name }) => hasNumber || hasRut || name)
  return { transfer, payer, fits }
}

function compare(transfer: Transfer, payer: Payer, order: OpenOrder, index: OrderIndex): Fit {
  const rut = digitsOf(order.account.rut)
  const hasRut = rut !== '' && (payer.ruts.includes(rut) || payer.possibleRuts.includes(rut))
  const persons = index.names.get(order) ?? []
  const same = payer.names.find((words) => persons.some((name) => isSameName(words, name)))
  const words = same ?? payer.names.find((words) => persons.some((name) => isSimilarName(words, name)))
  return {
    order,
    hasNumber: payer.numbers.some(({ value }) => value === order.number),
    hasRut,
    hasOtherRut: !hasRut && payer.ruts.some((other) => rut !== '' || index.byRut.has(other)),
    name: words ? { words, isSame: words === same } : null,
    isExact: transfer.amount === order.due,
    isEarly: transfer.date < order.day,
  }
}

/** The orders with a person's name that shares two words or more. */
function ordersOfName(words: readonly string[], index: OrderIndex): OpenOrder[] {
  if (words.length < 2) return []
  const shared = new Map<OpenOrder, number>()
  for (const word of words)
    for (const order of ordersWithWord(word, index)) shared.set(order, (shared.get(order) ?? 0) + 1)
  return [...shared].flatMap(([order, count]) => (count >= 2 ? order : []))
}

function ordersWithWord(word: string, { byWord, lookedUp }: OrderIndex): OpenOrder[] {
  const known = lookedUp.get(word)
  if (known) return known
  const orders = [...byWord].flatMap(([other, found]) => (mayBeSameWord(word, other) ? [...found] : []))
  const unique = [...new Set(orders)]
  lookedUp.set(word, unique)
  return unique
}

/** A last name, of four letters or more, that the text shares with an order's customer or recipient; null without one. */
export const sharedLastName = ({ names }: Payer, order: OpenOrder, index: OrderIndex): string | null => {
  const last = index.names.get(order)?.flatMap(({ last }) => last) ?? []
  return names.flat().find((word) => word.length >= 4 && last.includes(word)) ?? null
}
