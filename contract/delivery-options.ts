import { z } from 'zod'
import { isCommune } from '#domain/communes.ts'
import { defineCall } from './call.ts'
import { booleanField, created, data, id, message, orNone, pesos, price, requiredText } from './fields.ts'

/** Ways of delivery: points to pick orders up, and zones of communes with a price. */

const pickup = z.object({
  _id: z.string(),
  name: z.string(),
  address: z.string(),
  /** The opening hours, and how soon an order is ready, in words. */
  hours: z.string(),
  ready: z.string(),
})
const zone = z.object({
  _id: z.string(),
  name: z.string(),
  /** Whole pesos. */
  price: z.int(),
  /** From this sum of the products, less the coupon's discount, the delivery is free: whole pesos, null for never. */
  freeFrom: z.int().nullable(),
  /** The delivery time, in words. */
  days: z.string(),
  /** Official codes of five digits. */
  communes: z.array(z.string()),
  /** Whether products of the cold chain are delivered there. */
  cold: z.boolean(),
})

const deliveryOptions = z.object({ pickups: z.array(pickup), zones: z.array(zone) })

const active = z.object({ active: z.boolean() })
export const allDeliveryOptions = z.object({
  pickups: z.array(pickup.extend(active.shape)),
  zones: z.array(zone.extend(active.shape)),
})
export type AllDeliveryOptions = z.infer<typeof allDeliveryOptions>
export type Pickup = AllDeliveryOptions['pickups'][number]
export type Zone = AllDeliveryOptions['zones'][number]

const pickupFields = {
  name: requiredText(80),
  address: requiredText(200),
  hours: requiredText(200),
  ready: requiredText(80),
}
export const pickupBody = z.object({ ...pickupFields, active: booleanField.default(true) })
/** Fields that aren't sent stay as they are. */
const pickupChange = z.object({ ...pickupFields, active: booleanField }).partial()

const zoneFields = {
  name: requiredText(80),
  price: pesos,
  days: requiredText(80),
  communes: z
    .array(z.string().refine(isCommune, 'Esta comuna no existe.'))
    .min(1, 'Elige al menos una comuna.')
    .max(346)
    .transform((codes) => [...new Set(codes)].sort()),
}
/** A sum in pesos, or none. */
const freeFrom = orNone(price.nullable())
export const zoneBody = z.object({
  ...zoneFields,
  freeFrom: freeFrom.default(null),
  cold: booleanField.default(false),
  active: booleanField.default(true),
})
/** Fields that aren't sent stay as they are. */
const zoneChange = z.object({ ...zoneFields, freeFrom, cold: booleanField, active: booleanField }).partial()

/** The chosen way of delivery: a pick-up point, or a zone and one of its communes. */
export const deliveryChoice = z.union([
  z.object({ pickup: id }),
  z.object({ zone: id, commune: z.string().refine(isCommune, 'Elige la comuna.') }),
])
export type DeliveryChoice = z.output<typeof deliveryChoice>

export const deliveryOptionCalls = {
  listDeliveryOptions: defineCall('GET /delivery-options', {
    access: 'everyone',
    summary: 'The active ways of delivery, in the order of the pharmacy.',
    answer: data(deliveryOptions),
  }),
  listAllDeliveryOptions: defineCall('GET /delivery-options/all', {
    summary: 'All ways of delivery, also inactive ones.',
    answer: data(allDeliveryOptions),
  }),
  createPickup: defineCall('POST /delivery-options/pickups', {
    summary: 'Adds a pick-up point.',
    body: pickupBody,
    answer: created,
    status: 201,
  }),
  updatePickup: defineCall('POST /delivery-options/pickups/:id', {
    summary: 'Changes the given fields of a pick-up point.',
    body: pickupChange,
    answer: message,
  }),
  createZone: defineCall('POST /delivery-options/zones', {
    summary: 'Adds a delivery zone. A commune belongs to one active zone only.',
    body: zoneBody,
    answer: created,
    status: 201,
    errors: ['COMMUNE_TAKEN'],
  }),
  updateZone: defineCall('POST /delivery-options/zones/:id', {
    summary: 'Changes the given fields of a delivery zone.',
    body: zoneChange,
    answer: message,
    errors: ['COMMUNE_TAKEN'],
  }),
  orderDeliveryOptions: defineCall('POST /delivery-options/order', {
    summary: 'Sets the order of all pick-up points or all zones, by their ids.',
    body: z.object({ ids: z.array(id).max(1_000) }),
    answer: message,
    errors: ['LIST_CHANGED'],
  }),
}
