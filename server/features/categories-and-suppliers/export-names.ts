import { sql } from 'kysely'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'

type CategoryRow = { name: string; status: string; products: number }
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
export const suppliersSheet = (database: Db): Sheet =>
  sheetOf(
    'Proveedores',
    SUPPLIER_COLUMNS,
    eachBatch<SupplierRow>(database, {
      table: 'suppliers',
      columns: sql`name, address, contact, phone, status, (
        select count(*)::int from products where supplier_id = suppliers.id and retired_at is null) as products`,
      ...BY_NAME,
    }),
  )

/** All categories with all their fields, by name. */
export const categoriesSheet = (database: Db): Sheet =>
  sheetOf(
    'Categorías',
    [NAME, STATUS, PRODUCTS],
    eachBatch<CategoryRow>(database, {
      table: 'categories',
      columns: sql`name, case when status then 'Activo' else 'Inactivo' end as status, (
        select count(*)::int from products where category_id = categories.id and retired_at is null) as products`,
      ...BY_NAME,
    }),
  )

const BY_NAME = { orderBy: ['name_key'], direction: 'asc' } as const
