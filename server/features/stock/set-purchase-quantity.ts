import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Keeps how many units of a product to order (docs/product.md#purchase-list). Not audited: nothing of the catalogue changes.
 *
 * @param quantity null removes it
 * @throws Refusal NOT_FOUND
 */
export async function setPurchaseQuantity(database: Db, id: string, quantity: number | null) {
  if (quantity === null)
    return void (await database.deleteFrom('purchase_quantities').where('product_id', '=', id).execute())
  const kept = await database
    .insertInto('purchase_quantities')
    .columns(['product_id', 'quantity'])
    .expression((query) =>
      query
        .selectFrom('products')
        .select(({ val }) => ['id', val(quantity).as('quantity')])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ quantity }))
    .executeTakeFirst()
  if (kept.numInsertedOrUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}
