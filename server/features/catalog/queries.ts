import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import type { Supplier } from '#contract/suppliers.ts'
import { limitTo, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { likePattern } from './search-words.ts'

/** A product's columns, of tables `p`, `c` and `s`. Its version says which form and which stock it shows (save-product.ts). */
export const PRODUCT = sql`
  p.id as "_id", p.barcode, p.tradename, c.name as category, p.dcm, s.name as laboratory,
  p.health_register as "healthRegister", p.stock, p.cost, p.discount, p.photo, p.bioequivalent, p.generic, p.prescription,
  p.direct_sale as "directSale", p.form, p.quantity, p.legal_warning as "legalWarning", p.version || '-' || p.stock as version`

export async function findProduct(database: Db, id: string): Promise<Product | undefined> {
  const { rows } = await sql<Product>`
    select ${PRODUCT}
    from products p join categories c on c.id = p.category_id join suppliers s on s.id = p.supplier_id
    where p.id = ${id}`.execute(database)
  return rows[0]
}

export async function listCategories(
  database: Db,
  query: Slice,
): Promise<{ data: Category[]; total: number }> {
  return listNamed<Category>(database, query, {
    table: 'categories',
    columns: sql`id as "_id", name as "categoryName", status`,
  })
}

/** The suppliers by name: all of each for administrators, the names of the active ones for everybody else (design §2.17). */
export async function listSuppliers(
  database: Db,
  query: Slice,
  { everything }: { everything: boolean },
): Promise<{ data: Supplier[]; total: number }> {
  return listNamed<Supplier>(database, query, {
    table: 'suppliers',
    columns: everything
      ? sql`id as "_id", name, status, address, contact, phone`
      : sql`id as "_id", name, status`,
    condition: everything ? undefined : sql`status = 'Activo'`,
  })
}

type Named = {
  table: 'categories' | 'suppliers'
  columns: RawBuilder<unknown>
  condition?: RawBuilder<unknown>
}

async function listNamed<Row>(database: Db, query: Slice, { table, columns, condition }: Named) {
  const { offset, limit } = slice(query, 10)
  const rows = sql`from ${sql.table(table)}
    where name_key like fold(${likePattern(query.search ?? '')}) and ${condition ?? sql`true`}`
  const [page, count] = await Promise.all([
    sql<Row>`select ${columns} ${rows} order by name_key ${limitTo({ limit, offset })}`.execute(database),
    sql<{ total: number }>`select count(*)::int as total ${rows}`.execute(database),
  ])
  return { data: page.rows, total: count.rows[0]?.total ?? 0 }
}
