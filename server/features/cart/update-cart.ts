import type { CartLine, SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { clampToStock } from '#domain/stock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { isId } from '../../refusals/refusal.ts'
import { checkLimits } from './cart-limits.ts'
import { lockCart } from './lock-cart.ts'
import { type LineRow, presentLines, readLines } from './queries.ts'
import { deleteLines, writeLines } from './write-lines.ts'

type Adjustment = {
  productId: string
  name: string
  reason: 'unknown' | 'price' | 'in-person' | 'held' | 'stock'
  quantity: number
}

/**
 * Replaces the lines of a user's cart (docs/product.md#cart). Unknown and retired products, those without a price and those
 * not sold online are dropped, and quantities limited to the stock; the answer lists these adjustments.
 *
 * @throws Refusal BAD_INPUT when the cart would be past a limit
 */
export async function updateCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<{ lines: CartLine[]; adjusted: Adjustment[] }> {
  const sent = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity })),
  )
  // The later of two updates replaces the whole cart.
  return inTransaction(database, async (tx) => {
    await lockCart(tx, userId)
    const ids = sent.map(({ productId }) => productId).filter(isId)
    const before = await readLines(tx, userId, ids)
    const { quantities, adjusted } = fitToStock(sent, before)
    const after = before.map((line) => ({ ...line, quantity: quantities.get(line.productId) ?? 0 }))
    const changed = after.filter(({ quantity }, index) => quantity !== before[index]!.quantity)
    const lines = after.filter(({ quantity }) => quantity > 0)
    checkLimits(lines)
    await deleteLines(
      tx,
      userId,
      changed.filter(({ quantity }) => quantity === 0),
    )
    await writeLines(
      tx,
      userId,
      changed.filter(({ quantity }) => quantity > 0),
    )
    return { lines: presentLines(lines), adjusted }
  })
}

/** The quantities that can be sold, by product, and the adjusted items. */
function fitToStock(items: CartItem[], lines: LineRow[]) {
  const products = new Map(lines.map((line) => [line.productId, line]))
  const quantities = new Map<string, number>()
  const adjusted: Adjustment[] = []
  for (const item of items) {
    const { productId } = item
    const product = products.get(productId)
    const reason = reasonOf(product)
    const quantity = product && reason === 'stock' ? clampToStock(item.quantity, product.stock) : 0
    quantities.set(productId, quantity)
    if (quantity !== item.quantity) adjusted.push({ productId, name: product?.name ?? '', reason, quantity })
  }
  return { quantities, adjusted }
}

/** The reason to adjust a line; undefined when it fits. */
function reasonOf(product: LineRow | undefined): Adjustment['reason'] {
  if (!product || product.isRetired) return 'unknown'
  if (product.saleCondition === 'check') return 'in-person'
  if (product.held) return 'held'
  return product.price > 0 ? 'stock' : 'price'
}
