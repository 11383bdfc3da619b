import { z } from 'zod'
import { DELIVERY_KINDS } from '#domain/order-price.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { SHIPMENT_STATES } from '#domain/shipment.ts'
import { defineCall } from './call.ts'
import { booleanField, data, id, message, REQUIRED, requiredText, text } from './fields.ts'
import { lineLot, orderSchema } from './orders.ts'

/** The maximum number of orders that one call changes or prints. */
export const MAX_CHOSEN_ORDERS = 100

export const MAX_ORDER_NOTE = 1_000

export const MAX_REJECTION_REASON = 300

/** The file name of the payment proof that the caller saw: a decision about another one is refused. */
const seenProof = z.string().min(1).max(200)

export const chosenOrders = z.array(id).min(1).max(MAX_CHOSEN_ORDERS)

/** An order to pack and label. Lines are in the order of the shelves: by category, then by name. */
export const packingSlipSchema = z.object({
  _id: z.string(),
  nro_delivery: z.int(),
  /** ISO instant. */
  date: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  phone: z.string(),
  ...orderSchema.pick({ subtotal: true, coupon: true, recipient: true, total: true }).shape,
  /** The way of delivery; null where it is still to be agreed. `region` is the commune's, empty for a pick-up. */
  delivery: z
    .object({
      kind: z.enum(DELIVERY_KINDS),
      name: z.string(),
      communeName: z.string(),
      region: z.string(),
      cost: z.int(),
    })
    .nullable(),
  /** Empty where it isn't known. */
  courier: z.string(),
  lines: z.array(
    z.object({
      productId: z.string(),
      productName: z.string(),
      quantity: z.int(),
      /** The order's condition of sale, by which the original of a retained prescription is asked for. */
      saleCondition: z.enum(SALE_CONDITIONS),
      /** Data from the current catalogue, not from the order: barcode to prescription. */
      barcode: z.string(),
      category: z.string(),
      laboratory: z.string(),
      prescription: z.boolean(),
      /** Whether it has to be kept cold. */
      coldChain: z.boolean(),
      /** The lots to take. */
      lots: z.array(lineLot),
    }),
  ),
})
export type PackingSlip = z.infer<typeof packingSlipSchema>

const shipmentState = z.enum(SHIPMENT_STATES, REQUIRED)

export const shipmentBody = z.object({
  state: shipmentState,
  /** A courier of the pharmacy, or empty. Courier and tracking number are saved with 'sent' only; an absent field stays as it was. */
  courier: text(80).optional(),
  tracking: text(80).optional(),
})

export const bulkOutcome = message.extend({
  data: z.object({
    /** Ids of the orders that now have the requested state. */
    changed: z.array(z.string()),
    refused: z.array(z.object({ _id: z.string(), message: z.string() })),
  }),
})

/** Ids with commas between them. */
const chosenIds = z.object({
  ids: z
    .string()
    .transform((list) => list.split(','))
    .pipe(chosenOrders),
})

/** Calls for the staff's work on orders, apart from the status. */
export const fulfilmentCalls = {
  markProof: defineCall('POST /cart/order/:id/proof-checked', {
    summary: "Marks an order's payment proof as checked, or as not checked.",
    body: z.object({ checked: booleanField, file: seenProof.optional() }),
    answer: message,
    errors: ['NO_PROOF', 'PROOF_CHANGED'],
  }),
  rejectProof: defineCall('POST /cart/order/:id/proof-rejected', {
    summary:
      "Rejects a pending order's payment proof and mails the customer the reason. The order is without a proof again, and takes another one.",
    body: z.object({
      file: seenProof,
      reason: requiredText(MAX_REJECTION_REASON, 'Elige o escribe el motivo.'),
    }),
    answer: message,
    errors: ['ORDER_CLOSED', 'NO_PROOF', 'PROOF_CHANGED'],
  }),
  writeNote: defineCall('POST /cart/order/:id/note', {
    summary: "Replaces the staff's note on an order; an empty text removes it.",
    body: z.object({
      note: text(MAX_ORDER_NOTE),
      /** The time of the note that the writer saw, null for none. A call over a newer note is refused. */
      seen: z.iso.datetime().nullable(),
    }),
    answer: message,
    errors: ['NOTE_CHANGED'],
  }),
  deliverOrders: defineCall('POST /cart/deliveries/delivered', {
    scopes: ['orders:write'],
    summary:
      'Sets the status of several orders to delivered, each in a transaction of its own; not of those whose prescription is not approved.',
    body: z.object({ ids: chosenOrders }),
    answer: bulkOutcome,
  }),
  checkProofs: defineCall('POST /cart/deliveries/proofs-checked', {
    summary: 'Marks the payment proofs of several orders as checked, each in a transaction of its own.',
    body: z.object({ ids: chosenOrders }),
    answer: bulkOutcome,
  }),
  setShipment: defineCall('POST /cart/order/:id/shipment', {
    summary:
      "Sets the state of an order's way to the customer, who gets a mail about 'ready' and 'sent'; 'waiting' takes it back.",
    body: shipmentBody,
    answer: message,
    errors: ['ORDER_CLOSED'],
  }),
  setShipments: defineCall('POST /cart/deliveries/shipment', {
    summary: 'Sets the state of several orders on their way, each in a transaction of its own.',
    body: z.object({ ids: chosenOrders, state: shipmentState }),
    answer: bulkOutcome,
  }),
  readPackingSlips: defineCall('GET /cart/deliveries/packing', {
    summary: `What to pack for up to ${MAX_CHOSEN_ORDERS} orders, with barcodes, in the order of the shelves.`,
    query: chosenIds,
    answer: data(z.array(packingSlipSchema)),
  }),
  exportParcels: defineCall('GET /cart/deliveries/parcels', {
    guarded: true,
    summary: `A workbook for a courier, a row for each of up to ${MAX_CHOSEN_ORDERS} orders.`,
    query: chosenIds,
    answer: 'spreadsheet',
  }),
}
