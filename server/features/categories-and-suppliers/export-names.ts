import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { BATCH_SIZE, inBatches } from '../../database/in-batches.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'

type CategoryRow = { name: string; name_key: string; status: string; products: number }
type SupplierRow = CategoryRow & { address: string; contact: string; phone: string }

const NAME: Column<CategoryRow> = { header: 'Nombre', width: 40, value: (row) => row.name }
const STATUS: Column<CategoryRow> = { header: 'Estado', width: 12, value: (row) => row.status }
const PRODUCTS: Column<CategoryRow> = {
  header: 'Productos',
  width: 12,
  numeric: true,
  value: (row) => row.products,
}

const SUPPLIER_COLUMNS: Column<SupplierRow>[] = [
  NAME,
  { header: 'Dirección', width: 40, value: (row) => row.address },
  { header: 'Persona de contacto', width: 28, value: (row) => row.contact },
  { header: 'Teléfono', width: 20, value: (row) => row.phone },
  STATUS,
  PRODUCTS,
]

/** All suppliers with all their fields, by name. */
export function suppliersSheet(database: Db): Sheet {
  const rows = readByName<SupplierRow>(
    database,
    sql`select name, name_key, address, contact, phone, status, (
      select count(*)::int from products where supplier_id = suppliers.id and retired_at is null
    ) as products from suppliers`,
  )
  return sheetOf('Proveedores', SUPPLIER_COLUMNS, rows)
}

/** All categories with all their fields, by name. */
export function categoriesSheet(database: Db): Sheet {
  const rows = readByName<CategoryRow>(
    database,
    sql`select name, name_key, case when status then 'Activo' else 'Inactivo' end as status, (
      select count(*)::int from products where category_id = categories.id and retired_at is null
    ) as products from categories`,
  )
  return sheetOf('Categorías', [NAME, STATUS, PRODUCTS], rows)
}

const readByName = <Row extends CategoryRow>(database: Db, select: RawBuilder<unknown>) =>
  inBatches<Row>(async (last) => {
    const { rows } = await sql<Row>`
      ${select} where name_key > ${last?.name_key ?? ''} order by name_key limit ${sql.lit(BATCH_SIZE)}`.execute(
      database,
    )
    return rows
  })
