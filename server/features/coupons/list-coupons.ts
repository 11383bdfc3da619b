import { sql } from 'kysely'
import type { Coupon, CouponFilter, CouponQuery } from '#contract/coupons.ts'
import { COUPON_KIND_NAMES, COUPON_STATE_NAMES, normalizeCouponCode } from '#domain/coupon.ts'
import { likePattern } from '../../database/like-pattern.ts'
import { eachBatch, type List, listPage, type Page } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { TODAY } from '../../database/store-day.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { statusIs } from '../orders/state/order-payment.ts'

/** The names of a coupon's categories or laboratories. A deleted one still limits the coupon. */
const namesOf = (table: 'categories' | 'suppliers', ids: 'categories' | 'laboratories') => sql<
  string[]
>`array(
  select coalesce(found.name, '(eliminado)') from unnest(${sql.ref(`coupons.${ids}`)}) wanted (id)
  left join ${sql.table(table)} found on found.id = wanted.id order by found.name_key)`

/** The fields of a coupon as the calls answer them. */
export const COUPON_FIELDS = sql`code, kind, value, minimum, maximum, from_day as "from", until_day as "until", uses,
  uses_per_customer as "usesPerCustomer", first_order as "firstOrder", ${namesOf('categories', 'categories')} as categories,
  ${namesOf('suppliers', 'laboratories')} as laboratories, active`

const HAS_ENDED = sql`(not active or coalesce(until_day < ${TODAY}, false))`

const STATE = sql`case when ${HAS_ENDED} then 'ended' when from_day > ${TODAY} then 'planned' when used >= uses then 'used' else 'live' end`

/**
 * The coupons, newest first. The uses of a coupon are its orders that aren't cancelled; they are counted only for the rows that are read.
 */
const couponList = ({ state, search, batch }: CouponFilter): List => ({
  table: 'coupons',
  columns: sql`coupons.id as "_id", ${COUPON_FIELDS}, ${STATE} as state, used, given, brought`,
  joins: sql`cross join lateral (
    select count(*)::int as used, coalesce(sum(discount), 0) as given, coalesce(sum(total), 0) as brought
    from orders where coupon_id = coupons.id and ${statusIs('holdsStock')}) orders_with`,
  filters: [
    ...(state ? [state === 'ended' ? HAS_ENDED : sql`not ${HAS_ENDED}`] : []),
    ...(search ? [sql`code like ${likePattern(normalizeCouponCode(search))}`] : []),
    // All coupons of a batch have the time of one transaction.
    ...(batch ? [sql`created_at = (select created_at from coupons where code = ${batch})`] : []),
  ],
  orderBy: ['created_at', 'id'],
})

export function listCoupons(database: Db, query: CouponQuery): Promise<Page<Coupon>> {
  return listPage<Coupon>(database, query, couponList(query))
}

/** @param shopUrl the URL of the shop's product list; each coupon's link is this URL with the code */
export const couponsSheet = (database: Db, filter: CouponFilter, shopUrl: string): Sheet =>
  sheetOf(
    'Códigos de descuento',
    [
      ...COLUMNS,
      { header: 'Enlace', width: 60, value: ({ code }) => `${shopUrl}?codigo=${encodeURIComponent(code)}` },
    ],
    eachBatch<Coupon>(database, couponList(filter)),
  )

const number = (header: string, value: (coupon: Coupon) => number | ''): Column<Coupon> => ({
  ...{ header, value, width: 14, numeric: true },
})

const COLUMNS: Column<Coupon>[] = [
  { header: 'Código', width: 28, value: ({ code }) => code },
  { header: 'Estado', width: 14, value: ({ state }) => COUPON_STATE_NAMES[state] },
  { header: 'Tipo', width: 16, value: ({ kind }) => COUPON_KIND_NAMES[kind] },
  number('Valor', ({ value, kind }) => (kind === 'delivery' ? '' : value)),
  number('Compra mínima', ({ minimum }) => minimum ?? ''),
  number('Descuento máximo', ({ maximum }) => maximum ?? ''),
  { header: 'Desde', width: 12, value: ({ from }) => from ?? '' },
  { header: 'Hasta', width: 12, value: ({ until }) => until ?? '' },
  number('Usos permitidos', ({ uses }) => uses ?? ''),
  number('Usos por cliente', ({ usesPerCustomer }) => usesPerCustomer ?? ''),
  { header: 'Solo primera compra', width: 20, value: ({ firstOrder }) => (firstOrder ? 'SI' : 'NO') },
  { header: 'Categorías', width: 30, value: ({ categories }) => categories.join(', ') },
  { header: 'Laboratorios', width: 30, value: ({ laboratories }) => laboratories.join(', ') },
  number('Usos', ({ used }) => used),
  number('Descuento entregado', ({ given }) => given),
  number('Ventas con el código', ({ brought }) => brought),
]
