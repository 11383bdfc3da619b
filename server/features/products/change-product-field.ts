import { sql } from 'kysely'
import type { FieldChange } from '#contract/product-changes.ts'
import type { Product } from '#contract/products.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { NamedLot } from '../stock/lots.ts'
import { changeLocked } from './change-locked.ts'
import { findProduct } from './queries.ts'
import { stockOfVersion } from './stock-of-version.ts'

/**
 * Changes a product's stock or price from the list. A change by somebody else since the version is a conflict; a sale isn't, because the
 * stock changes by the difference to the shown stock.
 *
 * @returns the changed product, and the units that its new stock takes from lots
 * @throws Refusal NOT_FOUND; PRODUCT_CHANGED with the current product as data
 */
export function changeProductField(
  database: Db,
  { id, change, actor }: { id: string; change: FieldChange; actor: Actor },
): Promise<{ product: Product; lowered: NamedLot[] }> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const current = await tx
      .selectFrom('products')
      .select(['version', 'stock'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new Refusal('NOT_FOUND')
    const typed = change.field === 'stock' ? change.value : undefined
    const stock = stockOfVersion(change.version, typed, current)
    if (!stock) throw new Refusal('PRODUCT_CHANGED', { data: await findProduct(tx, id) })
    const lowered = await changeLocked(tx, [id], { cause: 'count', actor }, () =>
      tx
        .updateTable('products')
        .set({
          ...(change.field === 'cost'
            ? { cost: change.value }
            : { stock: stock.saved, counted_stock: change.value }),
          version: current.version + 1,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    return { product: (await findProduct(tx, id))!, lowered }
  })
}
