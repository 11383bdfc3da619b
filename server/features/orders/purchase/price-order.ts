import { sql } from 'kysely'
import type { DeliveryChoice } from '#contract/delivery-options.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { communeName } from '#domain/communes.ts'
import type { CouponLine } from '#domain/coupon.ts'
import { type DeliveryOption, type OrderPrice, priceOrder } from '#domain/order-price.ts'
import { formatPrice, lineTotal } from '#domain/price.ts'
import type { Db } from '../../../database/schema.ts'
import { isId, Refusal, requireId } from '../../../refusals/refusal.ts'
import { checkUses, type FoundCoupon, findCoupon } from './find-coupon.ts'

/** The inputs of a price besides the products. */
export type PriceRequest = { coupon?: string | undefined; delivery?: DeliveryChoice | undefined }

/** A line with the fields that its price depends on. */
export type PricedLine = CouponLine & { cold: boolean }
export type PricedField = 'categoryId' | 'laboratoryId' | 'cold'

/** The fields of a product `p` in a {@link PricedLine}. */
export const PRICED_FIELDS = sql`p.category_id as "categoryId", p.supplier_id as "laboratoryId", p.cold_chain as cold`

/** A delivery option with the fields that an order stores of it. */
type FoundOption = DeliveryOption & { pickupId: string | null; zoneId: string | null; commune: string }

export type Priced = {
  price: OrderPrice
  /** The coupon's discount of each line, in whole pesos. */
  couponDiscounts: number[]
  coupon?: FoundCoupon | undefined
  option?: FoundOption | undefined
}

/**
 * Prices lines, with a coupon and a delivery option.
 *
 * @throws Refusal COUPON_INVALID, COUPON_PRESCRIPTION, COUPON_NOT_FOR_THESE, COUPON_MINIMUM with the missing pesos, NO_DELIVERY_THERE.
 *   `checkUses` checks how often the coupon was used.
 */
export async function priceLines(
  database: Db,
  lines: readonly PricedLine[],
  { coupon: code, delivery }: PriceRequest,
): Promise<Priced> {
  const coupon = code === undefined ? undefined : await findCoupon(database, code)
  const cold = lines.some((line) => line.cold)
  const option = delivery && (await findOption(database, delivery, { cold }))
  const priced = priceOrder(lines, { coupon, delivery: option })
  if (!('problem' in priced)) return { ...priced, coupon, option }
  if (priced.problem !== 'COUPON_MINIMUM') throw new Refusal(priced.problem)
  const { missing } = priced
  throw new Refusal('COUPON_MINIMUM', {
    message: `Te faltan ${formatPrice(missing)} para usar este código.`,
    data: { missing },
  })
}

/**
 * Finds the delivery option that a customer chose.
 *
 * @param cold whether a product needs the cold chain
 * @throws Refusal NO_DELIVERY_THERE when the option is gone or inactive, doesn't reach the commune, or takes no products of the cold chain
 */
async function findOption(
  database: Db,
  choice: DeliveryChoice,
  { cold }: { cold: boolean },
): Promise<FoundOption> {
  const refused = (message: string) => new Refusal('NO_DELIVERY_THERE', { message })
  if ('pickup' in choice) {
    const pickupId = isId(choice.pickup) ? choice.pickup : null
    const { rows } = await sql<{ name: string }>`
      select name from pickup_points where id = ${pickupId} and active`.execute(database)
    if (!rows[0]) throw refused('Ya no se puede retirar ahí. Elige otra forma de entrega.')
    return { kind: 'pickup', ...rows[0], price: 0, freeFrom: null, pickupId, zoneId: null, commune: '' }
  }
  const { commune } = choice
  const zoneId = isId(choice.zone) ? choice.zone : null
  const { rows } = await sql<{ name: string; price: number; freeFrom: number | null; cold: boolean }>`
    select name, price, free_from as "freeFrom", cold from delivery_zones
    where id = ${zoneId} and active
      and exists (select from zone_communes where zone_id = id and commune = ${commune})`.execute(database)
  if (!rows[0]) throw refused(`No despachamos a ${communeName(commune)}. Elige otra forma de entrega.`)
  const { cold: takesCold, ...zone } = rows[0]
  if (cold && !takesCold)
    throw refused(
      `Un producto de tu carrito viaja refrigerado y no llega a ${communeName(commune)}. Retíralo en la farmacia.`,
    )
  return { kind: 'zone', ...zone, pickupId: null, zoneId, commune }
}

/**
 * The price that an order of these products would have.
 *
 * @param userId the customer; null for a visitor
 * @throws Refusal NOT_FOUND for a product that isn't sold; as {@link priceLines}; COUPON_USED
 */
export async function priceCart(
  database: Db,
  { items, userId, ...request }: PriceRequest & { items: CartItem[]; userId: string | null },
): Promise<OrderPrice> {
  const wanted = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  const lines = await readLines(database, wanted)
  if (lines.length < wanted.length) throw new Refusal('NOT_FOUND')
  const { price, coupon } = await priceLines(database, lines, request)
  if (coupon) await checkUses(database, coupon, userId)
  return price
}

async function readLines(database: Db, items: CartItem[]): Promise<PricedLine[]> {
  const { rows } = await sql<
    Omit<PricedLine, 'total'> & { quantity: number; cost: number; discount: number }
  >`
    select p.sale_condition as "saleCondition", ${PRICED_FIELDS}, item.quantity, p.cost, p.discount
    from unnest(${items.map(({ productId }) => productId)}::uuid[], ${items.map(({ quantity }) => quantity)}::int[])
      as item (id, quantity) join products p using (id)
    where p.retired_at is null`.execute(database)
  return rows.map(({ quantity, cost, discount, ...line }) => ({
    ...line,
    total: lineTotal(quantity, cost, discount),
  }))
}
