import type { CartLine, SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import { checkLimits } from './cart-limits.ts'
import { checkConditions } from './check-conditions.ts'
import { lockCart } from './lock-cart.ts'
import { type LineRow, presentLines, readLines } from './queries.ts'
import { writeLines } from './write-lines.ts'

/**
 * Adds quantities to a user's cart, all or none.
 *
 * @returns the cart's lines
 * @throws Refusal NOT_FOUND for an unknown or retired product; NO_PRICE for a product without a price; SALE_IN_PERSON and
 * CONDITION_UNKNOWN for a product that isn't sold online; NO_STOCK when a line would exceed the
 * stock, with the smallest such `stock` as data; BAD_INPUT when the cart would grow past a limit (docs/product.md#cart)
 */
export async function addToCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<CartLine[]> {
  const sent = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  const added = new Map(sent.map(({ productId, quantity }) => [productId, quantity]))
  return inTransaction(database, async (tx) => {
    await lockCart(tx, userId)
    const lines = await readLines(tx, userId, [...added.keys()])
    const grown = lines.map((line) => ({
      ...line,
      quantity: line.quantity + (added.get(line.productId) ?? 0),
    }))
    const changed = grown.filter(({ productId }) => added.has(productId))
    if (changed.length < added.size) throw new Refusal('NOT_FOUND')
    checkProducts(changed)
    checkLimits(grown)
    await writeLines(tx, userId, changed)
    return presentLines(grown)
  })
}

function checkProducts(lines: LineRow[]) {
  if (lines.some(({ isRetired }) => isRetired)) throw new Refusal('NOT_FOUND')
  if (lines.some(({ price }) => price === 0)) throw new Refusal('NO_PRICE')
  checkConditions(lines)
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length > 0)
    throw new Refusal('NO_STOCK', { data: { stock: Math.min(...short.map(({ stock }) => stock)) } })
}
