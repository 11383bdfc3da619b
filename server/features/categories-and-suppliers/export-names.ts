import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { BATCH_SIZE, inBatches, mapBatches } from '../../database/in-batches.ts'
import type { Db } from '../../database/schema.ts'
import type { Sheet } from '../../spreadsheets/workbook-stream.ts'

type CategoryRow = { name: string; name_key: string; status: string; products: number }
type SupplierRow = CategoryRow & { address: string; contact: string; phone: string }

const NAME = { header: 'Nombre', width: 40 }
const STATUS = { header: 'Estado', width: 12 }
const PRODUCTS = { header: 'Productos', width: 12, numeric: true }

/** All suppliers with all their fields, by name. */
export function suppliersSheet(database: Db): Sheet {
  const rows = readByName<SupplierRow>(
    database,
    sql`select name, name_key, address, contact, phone, status, (
      select coalesce(sum(products), 0)::int from product_counts where supplier_id = suppliers.id
    ) as products from suppliers`,
  )
  return {
    name: 'Proveedores',
    columns: [
      NAME,
      { header: 'Dirección', width: 40 },
      { header: 'Persona de contacto', width: 28 },
      { header: 'Teléfono', width: 20 },
      STATUS,
      PRODUCTS,
    ],
    rows: mapBatches(rows, (row) => [
      row.name,
      row.address,
      row.contact,
      row.phone,
      row.status,
      row.products,
    ]),
  }
}

/** All categories with all their fields, by name. */
export function categoriesSheet(database: Db): Sheet {
  const rows = readByName<CategoryRow>(
    database,
    sql`select name, name_key, case when status then 'Activo' else 'Inactivo' end as status, (
      select coalesce(sum(products), 0)::int from product_counts where category_id = categories.id
    ) as products from categories`,
  )
  return {
    name: 'Categorías',
    columns: [NAME, STATUS, PRODUCTS],
    rows: mapBatches(rows, ({ name, status, products }) => [name, status, products]),
  }
}

const readByName = <Row extends CategoryRow>(database: Db, select: RawBuilder<unknown>) =>
  inBatches<Row>(async (last) => {
    const { rows } = await sql<Row>`
      ${select} where name_key > ${last?.name_key ?? ''} order by name_key limit ${sql.lit(BATCH_SIZE)}`.execute(
      database,
    )
    return rows
  })
