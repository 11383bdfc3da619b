import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { CallAnswer } from '#contract/call.ts'
import type { homeCalls } from '#contract/home.ts'
import type { ProductCard } from '#contract/products.ts'
import { categoryDrawing } from '#domain/category-drawing.ts'
import type { Db } from '../../database/schema.ts'
import { listCategories } from '../categories-and-suppliers/list-names.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { sellable } from '../stock/sellable.ts'
import { SOLD_UNITS } from '../stock/sold-units.ts'
import { CARD_FIELDS } from './list-shop.ts'

type Home = CallAnswer<typeof homeCalls.listHome>['data']
type RowName = Exclude<keyof Home, 'categories'>
type Sql = RawBuilder<unknown>

/** Products per row. */
const ROW_LENGTH = 4
/** Tiles of categories, in two lines of three on a phone. */
const CATEGORY_COUNT = 6
/** The most candidates to read per row, even if many are sold out. */
const MAX_CANDIDATES = sql.lit(200)

/** The law limits advertising to medicines that are sold without a prescription. */
const MAY_BE_SHOWN = sql`cost > 0 and not prescription and sale_hold = 'none' and ${NOT_RETIRED}`

/** The candidates of each row, from an index or a small table, and their order. */
const ROWS: Record<RowName, { candidates: Sql; order: Sql }> = {
  onSale: {
    candidates: sql`
      select *, 0 as units from products where discount > 0 and ${MAY_BE_SHOWN}
      order by discount desc, sort_key, id limit ${MAX_CANDIDATES}`,
    order: sql`discount desc, sort_key, id`,
  },
  bestSellers: {
    candidates: sql`
      select products.*, sold.units from products join (
        select * from (${SOLD_UNITS}) units order by units desc, product_id limit ${MAX_CANDIDATES}
      ) sold on sold.product_id = products.id where ${MAY_BE_SHOWN}`,
    order: sql`units desc, sort_key, id`,
  },
  // Ids sort by time of creation. Products without a photo or stock are left out.
  newest: {
    candidates: sql`
      select * from (select *, 0 as units from products order by id desc limit ${MAX_CANDIDATES}) products
      where ${MAY_BE_SHOWN} and ${sellable('products')} > 0 and photo <> ''`,
    order: sql`id desc`,
  },
}

/** The home page's categories and rows of products, those in stock first. */
export async function listHome(database: Db): Promise<Home> {
  const [categories, rows] = await Promise.all([listFullestCategories(database), listRows(database)])
  return { ...rows, categories }
}

async function listFullestCategories(database: Db): Promise<Home['categories']> {
  const query = { order: 'products', page: 1, pageSize: CATEGORY_COUNT, shown: true } as const
  const { data } = await listCategories(database, query)
  return data
    .filter(({ products }) => products > 0)
    .map(({ categoryName: name }) => ({ name, drawing: categoryDrawing(name) }))
}

async function listRows(database: Db): Promise<Pick<Home, RowName>> {
  const picked = Object.entries(ROWS).map(
    ([name, { candidates, order }]) => sql`(
      select ${sql.lit(name)} as row, id, row_number() over (order by ${sellable('candidates')} <= 0, ${order}) as place
      from (${candidates}) candidates order by place limit ${sql.lit(ROW_LENGTH)})`,
  )
  const { rows } = await sql<ProductCard & { row: RowName }>`
    select picked.row, ${CARD_FIELDS}
    from (${sql.join(picked, sql` union all `)}) picked
    join products on products.id = picked.id
    join categories c on c.id = category_id
    join suppliers s on s.id = supplier_id
    order by picked.row, picked.place`.execute(database)
  const of = (name: RowName) => rows.filter(({ row }) => row === name).map(({ row: _, ...card }) => card)
  return { onSale: of('onSale'), bestSellers: of('bestSellers'), newest: of('newest') }
}
