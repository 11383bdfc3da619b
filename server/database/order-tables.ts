import type { Generated } from 'kysely'
import type { CouponKind } from '#domain/coupon.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { ShipmentState } from '#domain/shipment.ts'
import type { Computed, Day, Moment, OptionalInstant } from './column-types.ts'

/** The tables of orders, delivery options, coupons, prescriptions and reminders. */

interface Orders {
  id: Generated<string>
  number: Generated<number>
  user_id: string
  name: string
  last_name: string
  address: string
  city: string
  postal_code: string
  phone: string
  email: string
  status: Generated<OrderStatus>
  payment: Generated<string>
  total: number
  idempotency_key: string | null
  search: Computed<string>
  created_at: Moment
  /** When staff marked the payment proof as checked. */
  proof_checked_at: OptionalInstant
  /** The digest of the payment proof's pixels (`storeDigestedImage`); null without a proof, and for proofs older than this column. */
  proof_digest: string | null
  /** Whether the order has rows in `order_prescriptions`. */
  prescription_sent: Generated<boolean>
  /** The sum of its `payment_matches` in pesos, and the day of the last of their transfers. */
  paid_amount: Generated<number>
  paid_on: Day | null
  coupon_id: string | null
  /** The coupon's code as it was when the order was placed; empty without a coupon. */
  coupon_code: Generated<string>
  /** The coupon's discount, whole pesos. */
  discount: Generated<number>
  /** The delivery option: a pick-up point, a zone, or neither when it is still to be agreed. */
  pickup_id: string | null
  zone_id: string | null
  delivery_name: Generated<string>
  /** The code of the commune of a delivery. */
  delivery_commune: Generated<string>
  /** Whole pesos. */
  delivery_cost: Generated<number>
  /** The person who picks the order up, if it isn't the customer. */
  recipient_name: Generated<string>
  recipient_rut: Generated<string>
  shipment: Generated<ShipmentState>
  courier: Generated<string>
  tracking: Generated<string>
  /** When the state of its shipment was last set. */
  shipped_at: OptionalInstant
}

export interface PickupPoints {
  id: Generated<string>
  position: number
  name: string
  address: string
  hours: string
  ready: string
  active: boolean
  created_at: Moment
}

export interface DeliveryZones {
  id: Generated<string>
  position: number
  name: string
  /** Pesos. */
  price: number
  /** The sum of the products after the coupon's discount, in pesos, from which delivery is free; null: never. */
  free_from: number | null
  days: string
  /** Whether the zone takes products of the cold chain. */
  cold: boolean
  active: boolean
  created_at: Moment
}

/** The communes of a zone, with its `active` for the index that keeps a commune in one active zone. */
interface ZoneCommunes {
  zone_id: string
  commune: string
  active: boolean
}

export interface Coupons {
  id: Generated<string>
  /** As `normalizeCouponCode` writes it. */
  code: string
  kind: CouponKind
  value: number
  minimum: number | null
  maximum: number | null
  /** The first and the last day, in the pharmacy's time zone. */
  from_day: Day | null
  until_day: Day | null
  uses: number | null
  uses_per_customer: number | null
  first_order: Generated<boolean>
  /** Ids of the categories and laboratories to which the coupon is limited; empty: all. */
  categories: Generated<string[]>
  laboratories: Generated<string[]>
  active: Generated<boolean>
  created_at: Moment
}

export interface OrderTables {
  orders: Orders
  pickup_points: PickupPoints
  delivery_zones: DeliveryZones
  zone_communes: ZoneCommunes
  coupons: Coupons
}
