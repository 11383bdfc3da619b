import { sql } from 'kysely'
import type { StockMovement } from '#contract/stock.ts'
import { STOCK_CAUSE_NAMES } from '#domain/stock-cause.ts'
import { store } from '#store'
import { inBatches, mapBatches } from '../../database/in-batches.ts'
import { listPage, where } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Sheet } from '../../spreadsheets/workbook-stream.ts'

/** Who is the person of the staff: a sale's customer isn't named. */
const WHO = sql`case when cause = 'sale' then '' else coalesce(trim(users.name || ' ' || users.lastname), '') end`

const JOINS = sql`
  left join users on users.id = stock_movements.actor_id
  left join orders on orders.id = stock_movements.reference
  left join product_imports on product_imports.id = stock_movements.reference`

type MovementRow = Omit<StockMovement, 'date' | '_id'> & { _id: number; created_at: Date }

/**
 * The movements of a product, newest first (docs/product.md#stock-movements).
 *
 * @throws Refusal NOT_FOUND
 */
export async function listMovements(database: Db, productId: string, query: PageRequest) {
  await requireProduct(database, productId)
  const { rows, total } = await listPage<MovementRow>(database, query, {
    table: 'stock_movements',
    columns: sql`stock_movements.id as "_id", cause, change, balance, stock_movements.created_at, ${WHO} as who,
      orders.number as order, case when product_imports.id is not null
        then json_build_object('_id', product_imports.id, 'fileName', product_imports.file_name) end as import`,
    joins: JOINS,
    filters: [sql`product_id = ${productId}`],
    orderBy: ['id'],
    direction: 'desc',
  })
  const data = rows.map(
    ({ _id, created_at, ...row }): StockMovement => ({
      ...row,
      _id: String(_id),
      date: created_at.toISOString(),
    }),
  )
  return { data, total }
}

async function requireProduct(database: Db, id: string) {
  const product = await database.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw new Refusal('NOT_FOUND')
}

const COLUMNS = [
  { header: 'Fecha', width: 17 },
  { header: 'Código de barras', width: 18 },
  { header: 'Producto', width: 44 },
  { header: 'Motivo', width: 20 },
  { header: 'N° pedido', width: 11, numeric: true },
  { header: 'Cambio', width: 10, numeric: true },
  { header: 'Saldo', width: 10, numeric: true },
  { header: 'Quién', width: 28 },
]

type SheetRow = Pick<StockMovement, 'cause' | 'change' | 'balance' | 'who' | 'order'> & {
  id: number
  moment: string
  barcode: string
  tradename: string
}

/** Which movements a workbook has; days are of the pharmacy's time zone, both included. */
export type MovementFilters = { product?: string; from?: string; to?: string }

/**
 * The movements as a sheet, newest first.
 *
 * @throws Refusal NOT_FOUND
 */
export async function movementsSheet(database: Db, { product, from, to }: MovementFilters): Promise<Sheet> {
  if (product) await requireProduct(database, product)
  const conditions = [
    ...(product ? [sql`product_id = ${product}`] : []),
    ...(from ? [sql`stock_movements.created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`stock_movements.created_at < ${midnight(to, 1)}`] : []),
  ]
  const rows = inBatches<SheetRow>(async (last) => {
    const after = last ? [sql`stock_movements.id < ${last.id}`] : []
    const { rows } = await sql<SheetRow>`
      select stock_movements.id, cause, change, balance, ${WHO} as who, orders.number as order, barcode, tradename,
        to_char(stock_movements.created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI') as moment
      from stock_movements join products on products.id = product_id ${JOINS}
      ${where([...conditions, ...after])} order by stock_movements.id desc limit ${sql.lit(BATCH)}`.execute(
      database,
    )
    return rows
  }, BATCH)
  const cellsOf = (row: SheetRow) => [
    row.moment,
    row.barcode,
    row.tradename,
    STOCK_CAUSE_NAMES[row.cause],
    row.order ?? '',
    row.change,
    row.balance,
    row.who,
  ]
  return { name: 'Movimientos', columns: COLUMNS, rows: mapBatches(rows, cellsOf) }
}

/** Rows are small: a year of a busy pharmacy has some hundred thousand. */
const BATCH = 2_000
