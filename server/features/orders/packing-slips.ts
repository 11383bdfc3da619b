import { sql } from 'kysely'
import type { PackingSlip } from '#contract/fulfilment.ts'
import type { Db } from '../../database/schema.ts'
import { LINE_CONDITION } from './prescription-state.ts'

/**
 * The packing slips of the orders that exist, in the given order. Lines follow the shelves: by the product's current category, then by
 * name.
 */
export async function readPackingSlips(database: Db, ids: string[]): Promise<PackingSlip[]> {
  const { rows } = await sql<PackingSlip>`
    select orders.id as "_id", number as nro_delivery, created_at as date, trim(orders.name || ' ' || last_name) as name, address, city,
      phone, total,
      (select coalesce(json_agg(json_build_object(
          'saleCondition', ${LINE_CONDITION}, 'productId', p.id, 'productName', product_name, 'quantity', order_lines.quantity, 'barcode', p.barcode,
          'category', c.name, 'laboratory', s.name, 'prescription', p.prescription)
          order by c.name_key, fold(product_name), position), '[]')
        from order_lines
        join products p on p.id = order_lines.product_id
        join categories c on c.id = p.category_id
        join suppliers s on s.id = p.supplier_id
        where order_id = orders.id) as lines
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join orders on orders.id = chosen.id
    order by chosen.place`.execute(database)
  return rows
}
