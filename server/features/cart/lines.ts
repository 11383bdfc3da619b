import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { store } from '#store'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { sellable } from '../stock/sellable.ts'

/** A line of a cart with the product's current fields; the quantity is 0 for a product that isn't in the cart. */
export type LineRow = Omit<CartLine, 'total'> & { isRetired: boolean }

/** The fields of a {@link LineRow} of a product `p`. */
export const PRODUCT_OF_LINE = sql`p.id as "productId", p.tradename as name, p.photo as image, p.cost as price, p.discount, ${sellable('p')} as stock,
  p.sale_condition as "saleCondition", p.sale_hold <> 'none' as held,
  p.retired_at is not null as "isRetired"`

/** A line as a customer sees it. */
export const presentLine = ({ isRetired: _, ...line }: LineRow): CartLine => ({
  ...line,
  total: lineTotal(line.quantity, line.price, line.discount),
})

/** The lines that a customer sees, without retired products. */
export const presentLines = (rows: LineRow[]): CartLine[] =>
  rows.filter(({ isRetired }) => !isRetired).map(presentLine)

/** A user's cart with the current prices and stock, in the order of addition. */
export async function readCart(database: Db, userId: string): Promise<CartLine[]> {
  const { rows } = await sql<LineRow>`
    select ${PRODUCT_OF_LINE}, line.quantity from cart_lines line join products p on p.id = line.product_id
    where line.user_id = ${userId}
    order by line.added_at, p.id`.execute(database)
  return presentLines(rows)
}

/**
 * Locks a user's cart until the transaction ends, so that parallel writers wait for each other. Most writers lock it in the statement that
 * reads it.
 */
export async function lockCart(tx: Tx, userId: string): Promise<void> {
  await sql`select from lock_cart(${userId})`.execute(tx)
}

export const CART_LIMITS = cartLimits(store)
const MESSAGES = limitMessages(CART_LIMITS)

/** @throws Refusal BAD_INPUT with the limit that the cart exceeds */
export function checkLimits(items: readonly CartItem[]) {
  const excess = findExcess(items, CART_LIMITS)
  if (excess) throw new Refusal('BAD_INPUT', { message: MESSAGES[excess] })
}

/**
 * Refuses lines that aren't sold online.
 *
 * @throws Refusal SALE_IN_PERSON, CONDITION_UNKNOWN
 */
export function checkConditions(lines: readonly Pick<CartLine, 'name' | 'saleCondition' | 'held'>[]) {
  const inPerson = lines.find(({ saleCondition }) => saleCondition === 'check')
  if (inPerson)
    throw new Refusal('SALE_IN_PERSON', {
      message: `${inPerson.name} se vende con receta cheque, solo en la farmacia.`,
    })
  const held = lines.find((line) => line.held)
  if (held)
    throw new Refusal('CONDITION_UNKNOWN', {
      message: `${held.name} no está a la venta por ahora. Consulta en la farmacia.`,
    })
}
