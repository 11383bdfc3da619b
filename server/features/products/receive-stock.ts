import { sql } from 'kysely'
import { MAX_STOCK } from '#contract/fields.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { LotChange } from '../stock/lots.ts'
import type { Move } from '../stock/move-stock.ts'
import { changeLocked } from './change-locked.ts'
import { findProduct } from './queries.ts'
import { stockOfVersion } from './stock-of-version.ts'

/** Received units of a product, with the product's version that the person saw. */
export type ReceivedLine = { _id: string; version: string; units: number }

/**
 * Adds the units that arrived to the stock, all or none, and removes the typed quantities of these products. Sales since the version don't
 * matter. A change by staff since then is refused, so that a repeated request adds nothing twice.
 *
 * @throws Refusal NOT_FOUND; PRODUCT_CHANGED with the current product as data; BAD_INPUT past the largest stock
 */
export function receiveStock(
  database: Db,
  { lines, actor }: { lines: readonly ReceivedLine[]; actor: Actor },
): Promise<void> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const ids = lines.map(({ _id }) => _id)
    if (new Set(ids).size < ids.length) throw invalidField('lines', 'Un producto está dos veces.')
    const { rows: products } = await sql<{ id: string; version: number; stock: number }>`
      select id, version, stock from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(
      tx,
    )
    const current = new Map(products.map((product) => [product.id, product]))
    for (const { _id, version, units } of lines) {
      const product = current.get(_id)
      if (!product) throw new Refusal('NOT_FOUND')
      if (!stockOfVersion(version, undefined, product))
        throw new Refusal('PRODUCT_CHANGED', { data: await findProduct(tx, _id) })
      if (product.stock + units > MAX_STOCK)
        throw invalidField('lines', 'El stock no puede pasar de 1.000.000.')
    }
    const received = lines.map(({ _id, units }) => ({ productId: _id, units }))
    await addUnits(tx, received, { cause: 'arrival', actor })
    await tx.deleteFrom('purchase_quantities').where('product_id', 'in', ids).execute()
  })
}

/**
 * Adds units to the stock of locked products, or removes them if negative. They aren't sales: the counted stock changes with the stock, so
 * that their difference is still the number of sold units.
 *
 * @param lots the part of the units that `moveLots` has moved already
 */
export async function addUnits(
  tx: Tx,
  lines: readonly { productId: string; units: number }[],
  move: Move & { actor: Actor },
  lots: readonly LotChange[] = [],
): Promise<void> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const add = () =>
    sql`
    update products set stock = stock + units, version = version + 1, updated_at = now(),
      counted_stock = case when counted_stock is not null then greatest(counted_stock + units, 0) end
    from (
      select product_id, sum(units)::int as units
      from unnest(${lines.map(({ productId }) => productId)}::uuid[], ${lines.map(({ units }) => units)}::int[]) one (product_id, units)
      group by product_id
    ) added where id = product_id`.execute(tx)
  await changeLocked(tx, ids, move, add, lots)
}
