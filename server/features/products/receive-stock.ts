import { sql } from 'kysely'
import { MAX_STOCK } from '#contract/fields.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { recordStock } from '../stock/move-stock.ts'
import { readProductFields, recordUpdated } from './audit-products.ts'
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
    const before = await readProductFields(tx, ids)
    // The counted stock grows with the stock, so that their difference is still the number of sold units.
    await sql`
      update products set stock = stock + units, counted_stock = counted_stock + units, version = version + 1,
        updated_at = now()
      from unnest(${ids}::uuid[], ${lines.map(({ units }) => units)}::int[]) received (product_id, units)
      where id = product_id`.execute(tx)
    await recordStock(tx, before, { cause: 'arrival', actor })
    await tx.deleteFrom('purchase_quantities').where('product_id', 'in', ids).execute()
    await recordUpdated(tx, actor, before)
  })
}
