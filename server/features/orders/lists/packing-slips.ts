import { sql } from 'kysely'
import type { PackingSlip } from '#contract/fulfilment.ts'
import { communeName, regionName } from '#domain/communes.ts'
import type { Db } from '../../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../../spreadsheets/workbook-stream.ts'
import { LINE_CONDITION } from '../prescriptions/prescription-state.ts'
import { showReplacementLots } from '../state/order-lots.ts'
import { LINE_LOTS, type OrderRow, PRICE_COLUMNS } from './queries.ts'

type Row = Omit<PackingSlip, 'delivery'> & Pick<OrderRow, 'delivery' | 'status'>

/**
 * The packing slips of the orders that exist, in the given order. Lines follow the shelves: by the product's current category, then by
 * name.
 */
export async function readPackingSlips(database: Db, ids: string[]): Promise<PackingSlip[]> {
  const { rows } = await sql<Row>`
    select orders.id as "_id", number as nro_delivery, created_at as date, status, trim(orders.name || ' ' || last_name) as name, address, city,
      phone, courier, ${PRICE_COLUMNS},
      (select coalesce(json_agg(json_build_object(
          'saleCondition', ${LINE_CONDITION}, 'productId', p.id, 'productName', product_name, 'quantity', order_lines.quantity, 'barcode', p.barcode,
          'category', c.name, 'laboratory', s.name, 'prescription', p.prescription, 'coldChain', p.cold_chain, 'lots', ${LINE_LOTS})
          order by c.name_key, fold(product_name), position), '[]')
        from order_lines
        join products p on p.id = order_lines.product_id
        join categories c on c.id = p.category_id
        join suppliers s on s.id = p.supplier_id
        where order_id = orders.id) as lines
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join orders on orders.id = chosen.id
    order by chosen.place`.execute(database)
  await showReplacementLots(
    database,
    rows.map(({ status, lines }) => ({ status, products: lines })),
  )
  return rows.map(({ delivery, status: _, ...slip }) => ({
    ...slip,
    delivery: delivery && {
      ...delivery,
      communeName: communeName(delivery.commune),
      region: regionName(delivery.commune),
    },
  }))
}

const isCold = ({ lines }: PackingSlip) => lines.some(({ coldChain }) => coldChain)

const COLUMNS: Column<PackingSlip>[] = [
  { header: 'N° pedido', width: 11, numeric: true, value: (slip) => slip.nro_delivery },
  { header: 'Nombre', width: 28, value: (slip) => slip.name },
  { header: 'Dirección', width: 36, value: (slip) => slip.address },
  { header: 'Comuna', width: 20, value: ({ delivery, city }) => delivery?.communeName || city },
  { header: 'Región', width: 26, value: ({ delivery }) => delivery?.region ?? '' },
  { header: 'Teléfono', width: 15, value: (slip) => slip.phone },
  {
    header: 'Unidades',
    width: 10,
    numeric: true,
    value: ({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0),
  },
  { header: 'Despacho', width: 11, numeric: true, value: ({ delivery }) => delivery?.cost ?? '' },
  { header: 'Refrigerado', width: 12, value: (slip) => (isCold(slip) ? 'SI' : 'NO') },
]

/** The courier's workbook, with a row for each order. Couriers get neither the products nor the staff's notes. */
export const parcelsSheet = (slips: PackingSlip[]): Sheet => sheetOf('Envíos', COLUMNS, [slips])
