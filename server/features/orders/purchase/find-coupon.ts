import { sql } from 'kysely'
import type { Coupon } from '#domain/coupon.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { TODAY } from '../../../database/store-day.ts'
import { countAttempt, refuseExhausted } from '../../../http/rate-limits.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { statusIs } from '../state/order-payment.ts'

/** The limits of a coupon's uses; null for no limit. */
type Limits = { id: string; uses: number | null; usesPerCustomer: number | null; firstOrder: boolean }
export type FoundCoupon = Coupon & Limits

const COLUMNS = sql`id, code, kind, value, minimum, maximum, categories, laboratories, uses, uses_per_customer as "usesPerCustomer",
  first_order as "firstOrder"`

/** The condition of a coupon that is valid today. */
const IS_VALID_TODAY = sql<boolean>`(active and coalesce(from_day <= ${TODAY}, true) and coalesce(until_day >= ${TODAY}, true))`

/**
 * Finds a coupon that is valid today.
 *
 * @throws Refusal COUPON_INVALID, the same for a code that is unknown, inactive, not valid yet or ended, so that nobody can tell which
 */
export async function findCoupon(database: Db, code: string): Promise<FoundCoupon> {
  const { rows } = await sql<FoundCoupon>`
    select ${COLUMNS} from coupons where code = ${code} and ${IS_VALID_TODAY}`.execute(database)
  if (!rows[0]) throw new Refusal('COUPON_INVALID')
  return rows[0]
}

/** Locks a coupon with a limit until the transaction ends, so that parallel orders count its uses one after the other. */
export async function lockUses(tx: Tx, { id, uses, usesPerCustomer, firstOrder }: Limits): Promise<void> {
  if (uses === null && usesPerCustomer === null && !firstOrder) return
  await sql`select from coupons where id = ${id} for no key update`.execute(tx)
}

/**
 * Refuses a coupon that was used as often as its limits allow. Its uses are its orders that aren't cancelled, so that a cancelled order
 * returns its use.
 *
 * @param userId the customer; null for a visitor, whose uses are unknown until the order
 * @throws Refusal COUPON_USED
 */
export async function checkUses(database: Db, coupon: Limits, userId: string | null): Promise<void> {
  const { id, uses, usesPerCustomer, firstOrder } = coupon
  if (uses === null && (userId === null || (usesPerCustomer === null && !firstOrder))) return
  const { rows } = await sql<{ all: number; own: number; orders: number }>`
    select
      (select count(*)::int from (
        select from orders where coupon_id = ${id} and ${statusIs('holdsStock')} limit ${uses ?? 0}) used) as all,
      (select count(*)::int from orders
        where coupon_id = ${id} and user_id = ${userId} and ${statusIs('holdsStock')}) as own,
      (select count(*)::int from (
        select from orders where user_id = ${userId} and ${statusIs('holdsStock')} limit 1) ordered) as orders`.execute(
    database,
  )
  const { all, own, orders } = rows[0]!
  if (firstOrder && orders > 0)
    throw new Refusal('COUPON_USED', { message: 'Este código es solo para la primera compra.' })
  if (usesPerCustomer !== null && own >= usesPerCustomer) throw new Refusal('COUPON_USED')
  if (uses !== null && all >= uses)
    throw new Refusal('COUPON_USED', { message: 'Este código ya se usó todas las veces que se podía.' })
}

/**
 * Takes the use of a coupon again, before its cancelled order is reopened. The order must be locked.
 *
 * @throws Refusal COUPON_USED
 */
export async function takeUseAgain(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<Limits & { userId: string }>`
    select coupons.id, uses, uses_per_customer as "usesPerCustomer", first_order as "firstOrder", orders.user_id as "userId"
    from orders join coupons on coupons.id = coupon_id where orders.id = ${orderId}`.execute(tx)
  const [coupon] = rows
  if (!coupon) return
  await lockUses(tx, coupon)
  await checkUses(tx, coupon, coupon.userId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('COUPON_USED', {
      message: 'El código de descuento de este pedido ya se usó otra vez, y no alcanza para reabrirlo.',
    })
  })
}

/**
 * Runs work that uses a coupon's code, and counts invalid codes by the caller's network address. After too many, valid codes are refused,
 * too, so that nobody finds codes by trying.
 *
 * @throws Refusal TOO_MANY; errors of the work
 */
export async function limitWrongCodes<Result>(
  database: Db,
  { coupon, address }: { coupon?: string | undefined; address?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (coupon === undefined) return work()
  await refuseExhausted(database, 'wrongCodes', { address })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'COUPON_INVALID')
      await countAttempt(database, 'wrongCodes', { address })
    throw error
  }
}
