import { sql } from 'kysely'
import type { ExpiringLot, ExpiringQuery } from '#contract/lots.ts'
import { lotInWords, sumUnits } from '#domain/lots.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { containsText, likePattern, wordsOf } from '../../database/like-pattern.ts'
import { eachBatch, type List, listPage } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { TODAY } from '../../database/store-day.ts'
import { where } from '../../database/where.ts'
import type { StaffActor } from '../../http/serve.ts'
import { invalidField, Refusal, requireId } from '../../refusals/refusal.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { idOfName } from '../categories-and-suppliers/name-filter.ts'
import { addUnits } from '../products/receive-stock.ts'
import { EXPIRES, moveLots } from '../stock/lots.ts'
import { IS_BLOCKED } from '../stock/sellable.ts'
import { SOLD_UNITS } from '../stock/sold-units.ts'

const PRODUCTS = sql`join products on products.id = lots.product_id join suppliers on suppliers.id = supplier_id`

const VALUE = sql`lots.units::bigint * products.cost`

const COLUMNS = sql`lots.id as "_id", lots.product_id as "productId", tradename, barcode, suppliers.name as laboratory,
  lots.code as lot, ${EXPIRES} as expires, lots.units, (${VALUE})::float8 as value, coalesce(sold.units, 0) as sold,
  lots.expires_on >= ${TODAY} and coalesce(sold.units, 0) * (lots.expires_on - ${TODAY} + 1) >= 30 * (
    select sum(units) from lots earlier where earlier.product_id = lots.product_id and not recalled
      and earlier.expires_on >= ${TODAY} and (earlier.expires_on, earlier.id) <= (lots.expires_on, lots.id)) as "soldInTime"`

/** The lots on the shelf that expire within `days`; without days, those that have expired. */
function lotsOf({ days, laboratory, search }: ExpiringQuery): List {
  return {
    table: 'lots',
    columns: COLUMNS,
    joins: sql`${PRODUCTS} left join (${SOLD_UNITS}) sold on sold.product_id = lots.product_id`,
    sortJoins: PRODUCTS,
    scope: [
      sql`lots.units > 0`,
      sql`not lots.recalled`,
      ...(days === undefined
        ? [sql`lots.expires_on < ${TODAY}`]
        : [sql`lots.expires_on between ${TODAY} and ${TODAY} + ${days}::int`]),
      ...(laboratory
        ? [
            sql`lots.product_id in (select id from products where supplier_id = ${idOfName('suppliers', laboratory)})`,
          ]
        : []),
    ],
    filters: wordsOf(search).map(
      (word) => sql`(${containsText('products.search', word)} or fold(lots.code) like ${likePattern(word)})`,
    ),
    orderBy: ['expires_on', 'id'],
    direction: 'asc',
  }
}

/** The lots that expire within `days`, or have expired, with the sums of all of them. */
export async function listExpiring(database: Db, query: ExpiringQuery) {
  const list = lotsOf(query)
  const [page, { rows: sums }] = await Promise.all([
    listPage<ExpiringLot>(database, query, list),
    sql<{ units: number; value: number }>`
      select coalesce(sum(lots.units), 0)::int as units, coalesce(sum(${VALUE}), 0)::float8 as value
      from lots ${PRODUCTS} ${where([...list.scope!, ...list.filters!])}`.execute(database),
  ])
  return { ...page, ...sums[0]! }
}

const SHEET: Column<ExpiringLot>[] = [
  { header: 'Laboratorio', width: 28, value: (row) => row.laboratory },
  { header: 'Código de barras', width: 18, value: (row) => row.barcode },
  { header: 'Producto', width: 44, value: (row) => row.tradename },
  { header: 'Lote', width: 16, value: (row) => row.lot },
  { header: 'Vencimiento', width: 13, value: (row) => row.expires ?? '' },
  { header: 'Unidades', width: 10, numeric: true, value: (row) => row.units },
  { header: 'Valor', width: 12, numeric: true, value: (row) => row.value },
  { header: 'Vendidos en 30 días', width: 20, numeric: true, value: (row) => row.sold },
  { header: 'Se vende a tiempo', width: 18, value: (row) => (row.soldInTime ? 'Sí' : 'No') },
]

/** The lots that expire within `days` as a sheet. */
export const expiringSheet = (database: Db, query: ExpiringQuery): Sheet =>
  sheetOf('Por vencer', SHEET, eachBatch<ExpiringLot>(database, lotsOf(query)))

/** Counts the expired lots and the lots that expire within a number of days. */
export async function countExpiring(
  database: Db,
  days: number,
): Promise<{ expired: number; expiring: number }> {
  const { rows } = await sql<{ expired: number; expiring: number }>`
    select count(*) filter (where expires_on < ${TODAY})::int as expired, count(*) filter (where expires_on >= ${TODAY})::int as expiring
    from lots where units > 0 and not recalled and expires_on <= ${TODAY} + ${days}::int`.execute(database)
  return rows[0]!
}

type WriteOff = { lots: readonly string[]; reason: string; actor: StaffActor }

/**
 * Books expired or recalled lots out of the stock, all or none.
 *
 * @returns the number of units
 * @throws Refusal NOT_FOUND; UNITS_GONE for a lot without units; BAD_INPUT for a lot that is good
 */
export function writeOffExpired(database: Db, { lots: sent, reason, actor }: WriteOff): Promise<number> {
  const ids = [...new Set(sent.map(requireId))]
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    await sql`
      select from products where id in (select product_id from lots where id = any(${ids}::uuid[]))
      order by id for no key update`.execute(tx)
    type Row = { _id: string; productId: string; tradename: string; lot: string; expires: string | null }
    const { rows } = await sql<Row & { units: number; blocked: boolean }>`
      select lots.id as "_id", product_id as "productId", tradename, code as lot, ${EXPIRES} as expires, units, ${IS_BLOCKED} as blocked
      from lots join products on products.id = product_id where lots.id = any(${ids}::uuid[]) order by lots.id`.execute(
      tx,
    )
    if (rows.length < ids.length) throw new Refusal('NOT_FOUND')
    const good = rows.find(({ blocked }) => !blocked)
    if (good) throw invalidField('lots', `${good.tradename}, ${lotInWords(good)}: no está vencido.`)
    const empty = rows.find(({ units }) => units === 0)
    if (empty)
      throw new Refusal('UNITS_GONE', {
        message: `De ${empty.tradename}, ${lotInWords(empty)}, ya no quedan unidades.`,
      })
    const changes = rows.map(({ _id, productId, units }) => ({ productId, lotId: _id, change: -units }))
    await moveLots(tx, changes)
    const leaving = changes.map(({ productId, change }) => ({ productId, units: change }))
    await addUnits(tx, leaving, { cause: 'write-off', actor }, changes)
    await recordAudit(
      tx,
      actor,
      ...rows.map((row) => ({
        action: 'stock.write-off' as const,
        subject: { kind: 'product', id: row.productId, label: row.tradename },
        after: { lots: `${lotInWords(row)}: ${row.units}`, reason },
      })),
    )
    return sumUnits(rows)
  })
}
