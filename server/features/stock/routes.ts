import { sql } from 'kysely'
import { stockCalls } from '#contract/stock.ts'
import type { Db } from '../../database/schema.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { invalidField, Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { listMovements, movementsSheet } from './movements.ts'
import { purchaseSheet, readPurchaseList, readSuppliers } from './purchase-list.ts'

/** The administrators' calls for stock movements and the purchase list. */
export function stockRoutes(serve: Serve, { database }: Services) {
  serve(stockCalls.listStockMovements, ({ params, query }) =>
    listMovements(database, requireId(params.id), query),
  )

  serve(stockCalls.exportStockMovements, async ({ query: { product, from, to }, reply }) => {
    if (from && to && from > to)
      throw invalidField('to', 'La fecha final no puede ser anterior a la inicial.')
    const filters = { product: product && requireId(product), from, to }
    return sendWorkbook(reply, datedName('movimientos-de-stock'), await movementsSheet(database, filters))
  })

  serve(stockCalls.readPurchaseList, async ({ query }) => {
    const lines = await readPurchaseList(database, query.days)
    return { data: lines, suppliers: await readSuppliers(database, lines) }
  })

  serve(stockCalls.setPurchaseQuantity, async ({ params, body }) => {
    await setPurchaseQuantity(database, requireId(params.id), body.quantity)
    return { message: 'Cantidad guardada.' }
  })

  serve(stockCalls.exportPurchaseList, async ({ query, reply }) =>
    sendWorkbook(reply, datedName('reponer'), await purchaseSheet(database, query.days)),
  )
}

/**
 * Stores how many units of a product to order. Not audited: the catalogue doesn't change.
 *
 * @param quantity null removes it
 * @throws Refusal NOT_FOUND
 */
async function setPurchaseQuantity(database: Db, id: string, quantity: number | null) {
  if (quantity === null)
    return void (await database.deleteFrom('purchase_quantities').where('product_id', '=', id).execute())
  const kept = await sql`
    insert into purchase_quantities (product_id, quantity) select id, ${quantity} from products where id = ${id}
    on conflict (product_id) do update set quantity = excluded.quantity`.execute(database)
  if (kept.numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}
