import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { Supplier } from '#contract/suppliers.ts'
import { fold } from '#domain/text.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'

type Sql = RawBuilder<unknown>

/** Conditions for the categories and suppliers that people may choose. */
export const ACTIVE = { categories: sql`status`, suppliers: sql`status = 'Activo'` }

/** Conditions for those that visitors see: placeholders such as 'SIN CLASIFICAR' are left out. */
export const SHOWN = {
  categories: sql`(status and not placeholder)`,
  suppliers: sql`(status = 'Activo' and not placeholder)`,
}

/** The query of the contract's {@link namesQuery}. */
type NamesQuery = PageRequest & { order?: 'name' | 'products'; active?: boolean; shown?: boolean }

export function listCategories(database: Db, query: NamesQuery) {
  return listNames<Category>(database, query, {
    table: 'categories',
    counted: 'category_id',
    columns: sql`categories.id as "_id", name as "categoryName", status`,
  })
}

const MENU_SIZE = 40

/** The active categories with most products, in alphabetical order, and whether there are others. */
export async function categoryMenu(database: Db): Promise<{ names: string[]; hasMore: boolean }> {
  const query = { shown: true, order: 'products', page: 1, pageSize: MENU_SIZE } as const
  const { data, total } = await listCategories(database, query)
  const folded = data.map(({ categoryName }) => ({ name: categoryName, order: fold(categoryName) }))
  const names = folded.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ name }) => name)
  return { names, hasMore: total > names.length }
}

/** The suppliers: all fields of all suppliers, or only the active ones without their contact data. */
export function listSuppliers(database: Db, query: NamesQuery, { everything }: { everything: boolean }) {
  return listNames<Supplier>(
    database,
    { ...query, active: query.active || !everything },
    {
      table: 'suppliers',
      counted: 'supplier_id',
      columns: everything
        ? sql`suppliers.id as "_id", name, status, address, contact, phone`
        : sql`suppliers.id as "_id", name, status`,
    },
  )
}

/** Lists names with their number of products, in alphabetical order or by that number. */
async function listNames<Row>(
  database: Db,
  query: NamesQuery,
  { table, counted, columns }: { table: keyof typeof ACTIVE; counted: string; columns: Sql },
): Promise<Page<Row>> {
  const scope = query.shown ? [SHOWN[table]] : query.active ? [ACTIVE[table]] : []
  const filters = query.search ? [containsText('name_key', query.search)] : []
  const [id, reference] = [sql.ref(`${table}.id`), sql.ref(counted)]
  const products = sql`(select count(*)::int from products where ${reference} = ${id} and retired_at is null)`
  return listPage<Row>(database, query, {
    table,
    columns: sql`${columns}, ${products} as products`,
    scope,
    filters,
    direction: 'asc',
    ...(query.order === 'products'
      ? {
          orderBy: [{ value: sql`coalesce(found.products, 0)`, descending: true }, 'name_key'],
          sortJoins: sql`
            left join (select ${reference}, count(*) as products from products where retired_at is null group by 1) found
              on ${reference} = ${id}`,
        }
      : { orderBy: ['name_key'] }),
  })
}

export async function listActiveNames(database: Db, table: keyof typeof ACTIVE): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where ${ACTIVE[table]} order by name_key`.execute(database)
  return rows.map(({ name }) => name)
}
