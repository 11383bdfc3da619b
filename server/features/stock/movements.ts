import { sql } from 'kysely'
import type { StockMovement } from '#contract/stock.ts'
import { STOCK_CAUSE_NAMES } from '#domain/stock-cause.ts'
import { eachBatch, listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Days, localMoment, withinDays } from '../../database/store-day.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { EXPIRES } from './lots.ts'

/** The name of the member of the staff or of the connected system; a sale's customer isn't named. */
const WHO = sql`case when cause = 'sale' then '' else coalesce(trim(users.name || ' ' || users.lastname), connection_keys.name, '') end`

const JOINS = sql`
  left join users on users.id = stock_movements.actor_id
  left join connection_keys on connection_keys.id = stock_movements.actor_id
  left join lots on lots.id = stock_movements.lot_id
  left join orders on orders.id = stock_movements.reference
  left join product_imports on product_imports.id = stock_movements.reference`

/**
 * The movements of a product, newest first.
 *
 * @throws Refusal NOT_FOUND
 */
export async function listMovements(database: Db, productId: string, query: PageRequest) {
  await requireProduct(database, productId)
  const { data: rows, ...counted } = await listPage<Omit<StockMovement, 'lot'> & { lot: string | null }>(
    database,
    query,
    {
      table: 'stock_movements',
      columns: sql`stock_movements.id::text as "_id", cause, change, balance, stock_movements.created_at as date, ${WHO} as who,
      orders.number as order, lots.code as lot, ${EXPIRES} as expires, case when product_imports.id is not null
        then json_build_object('_id', product_imports.id, 'fileName', product_imports.file_name) end as import`,
      joins: JOINS,
      filters: [sql`product_id = ${productId}`],
    },
  )
  const data = rows.map(({ lot, expires, ...row }) => (lot === null ? row : { ...row, lot, expires }))
  return { data, ...counted }
}

async function requireProduct(database: Db, id: string) {
  const product = await database.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw new Refusal('NOT_FOUND')
}

type SheetRow = Pick<StockMovement, 'cause' | 'change' | 'balance' | 'who' | 'order' | 'expires'> & {
  lot: string | null

  moment: string
  barcode: string
  tradename: string
}

const COLUMNS: Column<SheetRow>[] = [
  { header: 'Fecha', width: 17, value: (row) => row.moment },
  { header: 'Código de barras', width: 18, value: (row) => row.barcode },
  { header: 'Producto', width: 44, value: (row) => row.tradename },
  { header: 'Motivo', width: 20, value: (row) => STOCK_CAUSE_NAMES[row.cause] },
  { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.order ?? '' },
  { header: 'Cambio', width: 10, numeric: true, value: (row) => row.change },
  { header: 'Saldo', width: 10, numeric: true, value: (row) => row.balance },
  { header: 'Lote', width: 16, value: (row) => row.lot ?? '' },
  { header: 'Vencimiento', width: 13, value: (row) => row.expires ?? '' },
  { header: 'Quién', width: 28, value: (row) => row.who },
]

/** The filters of a workbook of movements. */
export type MovementFilters = Days & { product?: string }

/**
 * The movements as a sheet, newest first.
 *
 * @throws Refusal NOT_FOUND
 */
export async function movementsSheet(database: Db, { product, ...days }: MovementFilters): Promise<Sheet> {
  if (product) await requireProduct(database, product)
  const rows = eachBatch<SheetRow>(
    database,
    {
      table: 'stock_movements',
      columns: sql`cause, change, balance, ${WHO} as who, orders.number as order, lots.code as lot, ${EXPIRES} as expires, barcode, tradename,
        ${localMoment('stock_movements.created_at')} as moment`,
      joins: sql`join products on products.id = product_id ${JOINS}`,
      filters: [
        ...(product ? [sql`product_id = ${product}`] : []),
        ...withinDays('stock_movements.created_at', days),
      ],
    },
    BATCH,
  )
  return sheetOf('Movimientos', COLUMNS, rows)
}

/** Rows per batch: large, because rows are small and numerous. */
const BATCH = 2_000
