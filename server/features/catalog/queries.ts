import { sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import type { Supplier } from '#contract/suppliers.ts'
import { containsText } from '../../database/like-pattern.ts'
import { type List, listPage } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'

/** The columns of a {@link Product}. `version` identifies the form's fields and the stock that were shown (save-product.ts). */
export const PRODUCT_FIELDS = sql`
  products.id as "_id", barcode, tradename, categories.name as category, dcm, suppliers.name as laboratory,
  health_register as "healthRegister", stock, cost, discount, photo, bioequivalent, generic, prescription,
  direct_sale as "directSale", form, quantity, legal_warning as "legalWarning", version || '-' || stock as version`

export const PRODUCT_JOINS = sql`
  join categories on categories.id = category_id join suppliers on suppliers.id = supplier_id`

export async function findProduct(database: Db, id: string): Promise<Product | undefined> {
  const { rows } = await sql<Product>`
    select ${PRODUCT_FIELDS} from products ${PRODUCT_JOINS} where products.id = ${id}`.execute(database)
  return rows[0]
}

/** Conditions for the categories and suppliers that people may choose. */
const ACTIVE = { categories: sql`status`, suppliers: sql`status = 'Activo'` }

export function listCategories(database: Db, query: PageRequest) {
  return listByName<Category>(database, query, {
    table: 'categories',
    columns: sql`categories.id as "_id", name as "categoryName", status`,
  })
}

/** The suppliers by name: all fields of all suppliers, or only the active ones without their contact data. */
export function listSuppliers(database: Db, query: PageRequest, { everything }: { everything: boolean }) {
  return listByName<Supplier>(database, query, {
    table: 'suppliers',
    columns: everything
      ? sql`suppliers.id as "_id", name, status, address, contact, phone`
      : sql`suppliers.id as "_id", name, status`,
    scope: everything ? [] : [ACTIVE.suppliers],
  })
}

async function listByName<Row>(
  database: Db,
  query: PageRequest,
  list: Pick<List, 'table' | 'columns' | 'scope'>,
): Promise<{ data: Row[]; total: number }> {
  const { rows, total } = await listPage<Row>(database, query, {
    ...list,
    filters: query.search ? [containsText('name_key', query.search)] : [],
    orderBy: ['name_key'],
    direction: 'asc',
  })
  return { data: rows, total }
}

/** The names of the active categories or suppliers, in alphabetical order. */
export async function listActiveNames(database: Db, table: keyof typeof ACTIVE): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where ${ACTIVE[table]} order by name_key`.execute(database)
  return rows.map(({ name }) => name)
}
