import { sql } from 'kysely'
import type { InspectedProduct } from '#contract/inspection.ts'
import { GAP_NAMES, GAPS, type Gap } from '#domain/inspection.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { eachBatch, type List, listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { where } from '../../database/where.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { productConditions } from './list-products.ts'
import { PRODUCT_JOINS } from './queries.ts'

/** The first product of each DCM that needs a prescription. Read once per query, because there is no index by DCM. */
const PRESCRIBED = sql`(
  select distinct on (lower(dcm)) lower(dcm) as ingredient, tradename as prescribed_as from products
  where prescription and dcm <> '' order by lower(dcm), sort_key, id)`

const JOINS = sql`${PRODUCT_JOINS}
  left join ${PRESCRIBED} prescribed on not products.prescription and prescribed.ingredient = lower(products.dcm)`

/** The condition of each missing field or contradiction. */
const CONDITIONS = {
  register: sql`products.health_register = ''`,
  dcm: sql`products.dcm = ''`,
  laboratory: sql`products.supplier_id = any (array(select id from suppliers where placeholder))`,
  photo: sql`products.photo = ''`,
  quantity: sql`products.unit_count is null`,
  warning: sql`products.legal_warning = ''`,
  prescription: sql`(not products.prescription and lower(products.dcm) in (
    select lower(dcm) from products where prescription and dcm <> ''))`,
  milder: sql`products.listed_condition not in ('', 'pending')`,
} satisfies Record<Gap, unknown>

const ANY_GAP = sql`(${sql.join(Object.values(CONDITIONS), sql` or `)})`

const FIELDS = sql`
  products.id as "_id", barcode, tradename, categories.name as category, dcm, suppliers.name as laboratory,
  health_register as "healthRegister", prescription, sale_condition as "saleCondition",
  array_remove(array[${sql.join(GAPS.map((gap) => sql`case when ${CONDITIONS[gap]} then ${sql.lit(gap)} end`))}], null) as gaps,
  coalesce(prescribed_as, '') as "prescribedAs"`

type Filters = { gap?: Gap; category?: string }

const conditionsOf = ({ gap, ...query }: Filters & { search?: string }) => {
  const { scope, filters } = productConditions(query)
  return [...scope, ...filters, gap ? CONDITIONS[gap] : ANY_GAP]
}

/** The products that lack something, by trade name. */
export function listInspection(database: Db, query: PageRequest & Filters): Promise<Page<InspectedProduct>> {
  return listPage<InspectedProduct>(database, query, listOf(query))
}

const listOf = (query: Filters & { search?: string }): List => ({
  table: 'products',
  columns: FIELDS,
  joins: JOINS,
  filters: conditionsOf(query),
  orderBy: ['sort_key', 'id'],
  direction: 'asc',
})

/** Counts the products with each gap, and with any gap. */
export async function countInspection(database: Db, { category }: Filters) {
  const counts = GAPS.map((gap) => sql`count(*) filter (where ${CONDITIONS[gap]})::int as ${sql.ref(gap)}`)
  const { scope } = productConditions({ category })
  const { rows } = await sql<Record<Gap | 'products', number>>`
    select ${sql.join(counts)}, count(*) filter (where ${ANY_GAP})::int as products from products ${where(scope)}`.execute(
    database,
  )
  return rows[0]!
}

const COLUMNS: Column<InspectedProduct>[] = [
  { header: 'Código de barras', width: 18, value: (row) => row.barcode },
  { header: 'Producto', width: 44, value: (row) => row.tradename },
  { header: 'Categoría', width: 22, value: (row) => row.category },
  { header: 'DCM', width: 30, value: (row) => row.dcm },
  { header: 'Laboratorio', width: 26, value: (row) => row.laboratory },
  { header: 'Registro sanitario', width: 18, value: (row) => row.healthRegister },
  { header: 'Receta médica', width: 14, value: (row) => (row.prescription ? 'SI' : 'NO') },
  { header: 'Condición de venta', width: 20, value: (row) => SALE_CONDITION_NAMES[row.saleCondition] },
  { header: 'Faltas', width: 44, value: (row) => row.gaps.map((gap) => GAP_NAMES[gap]).join(', ') },
  { header: 'Con receta en', width: 36, value: (row) => row.prescribedAs },
]

/** The products that lack something, as a sheet. */
export const inspectionSheet = (database: Db, filters: Filters): Sheet =>
  sheetOf('Fiscalización', COLUMNS, eachBatch<InspectedProduct>(database, listOf(filters), BATCH))

/** Rows per batch: large, because each batch reads the products with a prescription again. */
const BATCH = 5_000
