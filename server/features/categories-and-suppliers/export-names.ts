import { sql } from 'kysely'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'

/** A category has no address, contact and phone. */
type Row = Record<'name' | 'status' | 'address' | 'contact' | 'phone', string> & { products: number }

const NAME: Column<Row> = { header: 'Nombre', width: 40, value: (row) => row.name }
const LAST: Column<Row>[] = [
  { header: 'Estado', width: 12, value: (row) => row.status },
  { header: 'Productos', width: 12, numeric: true, value: (row) => row.products },
]

const SHEETS = {
  categories: {
    name: 'Categorías',
    columns: [NAME, ...LAST],
    fields: sql`case when status then 'Activo' else 'Inactivo' end as status`,
    reference: sql`category_id`,
  },
  suppliers: {
    name: 'Proveedores',
    columns: [
      NAME,
      { header: 'Dirección', width: 40, value: (row: Row) => row.address },
      { header: 'Persona de contacto', width: 28, value: (row: Row) => row.contact },
      { header: 'Teléfono', width: 20, value: (row: Row) => row.phone },
      ...LAST,
    ],
    fields: sql`status, address, contact, phone`,
    reference: sql`supplier_id`,
  },
}

/** All categories, or all suppliers, with all their fields, by name. */
export function namesSheet(database: Db, table: keyof typeof SHEETS): Sheet {
  const { name, columns, fields, reference } = SHEETS[table]
  const products = sql`(
    select count(*)::int from products where ${reference} = ${sql.ref(`${table}.id`)} and retired_at is null) as products`
  const list = {
    table,
    columns: sql`name, ${fields}, ${products}`,
    orderBy: ['name_key'],
    direction: 'asc',
  } as const
  return sheetOf(name, columns, eachBatch<Row>(database, list))
}
