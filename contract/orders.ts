import { z } from 'zod'
import { ORDER_EVENTS } from '#domain/order-events.ts'
import { DELIVERY_KINDS } from '#domain/order-price.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { PRESCRIPTION_STATES } from '#domain/prescription.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { SHIPMENT_STATES } from '#domain/shipment.ts'
import { defineCall } from './call.ts'
import { PRICE_REFUSALS, sentLine } from './cart.ts'
import { MAX_LINES } from './cart-limits.ts'
import { couponCode } from './coupons.ts'
import { deliveryChoice } from './delivery-options.ts'
import {
  day,
  digits,
  email,
  id,
  letters,
  list,
  message,
  phone,
  REQUIRED,
  requiredText,
  rut,
} from './fields.ts'
import { orderFilter } from './order-filters.ts'

/** The checkout form. */
export const shippingDetails = z.object({
  name: letters(80, 'El nombre es requerido', 'El nombre solo debe contener letras'),
  lastName: letters(80, 'El apellido es requerido', 'El apellido solo debe contener letras'),
  address: requiredText(200, 'La dirección es requerida'),
  city: letters(80, 'La ciudad es requerida', 'El ciudad solo debe contener letras'),
  postalCode: digits(10, 'El código postal es requerido', 'El código postal solo debe contener números'),
  phone: phone('El telefono es requerido', 'El telefono solo debe contener números'),
  email: email('El correo es requerido', 'El correo no es valido'),
})

/** Who picks an order up in the customer's place. */
export const recipient = z.object({
  name: letters(80, 'El nombre es requerido', 'El nombre solo debe contener letras'),
  rut,
})

const shipment = z.object({
  state: z.enum(SHIPMENT_STATES),
  /** Courier and tracking number are empty where they aren't known. */
  courier: z.string(),
  tracking: z.string(),
  /** ISO instant at which the state was last set, or null. */
  at: z.string().nullable(),
})

/** Units of a lot that a line takes. */
export const lineLot = z.object({
  _id: z.string(),
  lot: z.string(),
  /** The last good day, or null. */
  expires: z.string().nullable(),
  units: z.int(),
})
export type LineLot = z.infer<typeof lineLot>

export const orderSchema = z.object({
  _id: z.string(),
  /** The order's number, from a sequence. */
  nro_delivery: z.int(),
  name: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  phone: z.string(),
  email: z.string(),
  /** ISO instant. */
  date: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** The file name of the payment proof, or empty. */
  payment: z.string(),
  /** The prescription that the customer adds to the order. */
  prescription: z.object({
    /** Whether a line of the order needs a prescription. */
    needed: z.boolean(),
    /** Whether the customer has sent a page, even if its image was removed later. */
    sent: z.boolean(),
    /** File names of the pages below `/api/cart/prescription-image/`, in order. */
    pages: z.array(z.string()),
    /** The number of pages that may still be added; after a rejection as many as at first. */
    room: z.int(),
    state: z.enum(PRESCRIPTION_STATES),
    /** The last decision: its ISO instant, its author (empty for customers) and the reason of a rejection. */
    reviewed: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
    /** Lasting prescriptions of the customer that serve lines of this order. */
    coveredBy: z.array(
      z.object({
        _id: z.string(),
        prescriber: z.string(),
        /** The products of this order that it serves. */
        products: z.array(z.string()),
        deliveries: z.int(),
        /** Dispensings left, without this order's. */
        left: z.int(),
        validUntil: z.string().nullable(),
      }),
    ),
    /** ISO instant at which the paper original of a retained prescription was received, or null. */
    originalReceivedAt: z.string().nullable(),
    /** Whether that original is still to be received: an electronic prescription, known by its folio, has none. */
    lacksOriginal: z.boolean(),
  }),
  /** The sum of the lines, pesos with two decimals. */
  subtotal: z.number(),
  /** The code, and what it takes off in whole pesos. */
  coupon: z.object({ code: z.string(), discount: z.int() }).nullable(),
  /** The way of delivery; null where it is still to be agreed. */
  delivery: z
    .object({
      kind: z.enum(DELIVERY_KINDS),
      name: z.string(),
      /** The official code and the name; empty for a pick-up. */
      commune: z.string(),
      communeName: z.string(),
      /** Whole pesos. */
      cost: z.int(),
      ...shipment.shape,
    })
    .nullable(),
  /** The state of its way to the customer, also without a way of delivery. */
  shipment,
  /** Who picks the order up, where it isn't the customer; the RUT's digits without the check digit. */
  recipient: z.object({ name: z.string(), rut: z.string() }).nullable(),
  /** Subtotal less the discount, with the delivery's cost: pesos with two decimals. */
  total: z.number(),
  /** Payments by transfer: the day of the last one, whole pesos, and paid less due; null without any. */
  paid: z.object({ at: z.string(), amount: z.int(), difference: z.int() }).nullable(),
  products: z.array(
    z.object({
      productId: z.string(),
      productName: z.string(),
      /** File name of the product's photo today, or empty. */
      photo: z.string(),
      price: z.int(),
      quantity: z.int(),
      discount: z.number(),
      total: z.number(),
      /** What the order's code takes off the line, whole pesos; `total` is before it. */
      couponDiscount: z.int(),
      /** The condition at the purchase; while the order is pending, the stricter of that and the catalogue's today. */
      saleCondition: z.enum(SALE_CONDITIONS),
      /** The lots that it takes: proposed while the order is pending, recorded once it is delivered. */
      lots: z.array(lineLot),
      /** Whether its product has lots today. */
      hasLots: z.boolean(),
    }),
  ),
  /** The steps of the order's timeline, oldest first. */
  timeline: z.array(
    z.object({
      kind: z.enum(ORDER_EVENTS),
      /** ISO instant of the step; null where the time is unknown. */
      at: z.string().nullable(),
      /** The staff member's name, for administrators only. */
      by: z.string().optional(),
      /** Of a rejected proof: why, in words for the customer, and the file name of its image. */
      reason: z.string().optional(),
      file: z.string().optional(),
    }),
  ),
  /** ISO instant of the reminder that the customer asked for, or null; always null for other users. */
  reminder: z.string().nullable(),
  /** Data for administrators only; null for the customer. */
  staff: z
    .object({
      /** ISO instant at which staff marked the payment proof as checked, or null. */
      proofCheckedAt: z.string().nullable(),
      /** Other orders whose payment proof is the same picture, at most five. */
      sameProof: z.array(z.object({ _id: z.string(), nro_delivery: z.int() })),
      /** Whether the payment proof is the same picture as a rejected one of this order. */
      sameAsRejected: z.boolean(),
      /** The transfers that pay the order. */
      transfers: z.array(
        z.object({
          _id: z.string(),
          date: z.string(),
          /** The pesos for this order. */
          amount: z.int(),
          description: z.string(),
          document: z.string(),
        }),
      ),
      /** Whether a transfer that waits for a decision may pay the order. */
      toConfirm: z.boolean(),
      /** The last day of the bank statements, `YYYY-MM-DD`; empty in a shop without any. */
      statementsUntil: z.string(),
      /** Whether its proof has had no transfer for three working days that bank statements cover, and none waits for a decision. */
      proofWithoutTransfer: z.boolean(),
      /** The note; its author's name is empty once the account was erased. */
      note: z.object({ text: z.string(), by: z.string(), at: z.string() }).nullable(),
      /** The details of an approved prescription, empty where they weren't recorded. */
      approval: z
        .object({
          prescriber: z.string(),
          prescriberRut: z.string(),
          date: z.string().nullable(),
          folio: z.string(),
          validUntil: z.string().nullable(),
          deliveries: z.int(),
        })
        .nullable(),
    })
    .nullable(),
})
export type Order = z.infer<typeof orderSchema>

/** Stands in place of a user's id for the orders of all users, for administrators. */
export const ALL_ORDERS = 'admin'

export const orderCalls = {
  createOrder: defineCall('POST /cart/create-delivery', {
    idempotent: true,
    access: 'owner',
    summary: "Places an order of the server's cart. A repeated Idempotency-Key header gets the first answer.",
    body: shippingDetails.extend({
      id,
      products: z.array(sentLine).max(MAX_LINES),
      coupon: couponCode.optional(),
      /** Absent: to be agreed, without a cost. */
      delivery: deliveryChoice.optional(),
      /** The total that the customer saw; another one is refused. */
      expectedTotal: z.number().finite().min(0).optional(),
      recipient: recipient.optional(),
    }),
    answer: z.object({ message: z.string(), data: z.object({ _id: z.string(), nro_delivery: z.int() }) }),
    status: 201,
    errors: [
      'NOT_FOUND',
      'CART_EMPTY',
      'CART_CHANGED',
      'PRICE_CHANGED',
      'NO_PRICE',
      'SALE_IN_PERSON',
      'CONDITION_UNKNOWN',
      'NO_STOCK',
      ...PRICE_REFUSALS,
    ],
    limit: 'orders',
  }),
  exportOrders: defineCall('GET /cart/deliveries/export', {
    guarded: true,
    summary:
      "A workbook of the orders of these days, a row for each line. Days are of the pharmacy's time zone, both included.",
    query: z.object({ from: day.optional(), to: day.optional() }),
    answer: 'spreadsheet',
  }),
  listOrders: defineCall('GET /cart/get-delivery/:id', {
    access: 'owner',
    scopes: ['orders:read'],
    summary: "Lists a user's orders, or every order for the literal id admin; newest first, or as sorted.",
    query: orderFilter,
    answer: list(orderSchema),
  }),
  getOrder: defineCall('GET /cart/order/:id', {
    access: 'owner',
    scopes: ['orders:read'],
    summary: 'One order with its lines.',
    answer: z.object({ data: orderSchema }),
  }),
  listBought: defineCall('GET /account/bought', {
    access: 'owner',
    summary: "The products of the session's user's last orders, cancelled ones left out: up to 500 ids.",
    answer: z.object({ data: z.array(z.string()) }),
  }),
  uploadProof: defineCall('POST /cart/upload-payment', {
    access: 'owner',
    summary: 'Attaches the proof of payment to an order.',
    body: z.object({ id }),
    upload: { field: 'photo', kind: 'image', required: true },
    answer: message,
    errors: ['NOT_FOUND', 'ORDER_CLOSED', 'PROOF_EXISTS'],
    limit: 'uploads',
  }),
  uploadPrescription: defineCall('POST /cart/upload-prescription', {
    access: 'owner',
    summary: "Adds a page to the prescription of one's own pending order.",
    body: z.object({ id }),
    upload: { field: 'photo', kind: 'image', required: true },
    answer: message,
    errors: ['NOT_FOUND', 'ORDER_CLOSED', 'PAGE_EXISTS', 'PRESCRIPTION_FULL'],
    limit: 'uploads',
  }),
  updateOrderStatus: defineCall('POST /cart/update-payment-state', {
    scopes: ['orders:write'],
    summary: "Changes an order's status.",
    body: z.object({ id, state: z.enum(ORDER_STATUSES, REQUIRED) }),
    answer: message,
    errors: ['NOT_FOUND', 'NO_STOCK', 'LOT_BLOCKED', 'COUPON_USED', 'MONEY_RETURNED'],
  }),
  proofImage: defineCall('GET /cart/payment-image/:file', {
    access: 'owner',
    summary: 'The proof of payment, for its owner and the administrators.',
    answer: 'image',
  }),
  orderPrescriptionImage: defineCall('GET /cart/prescription-image/:file', {
    access: 'owner',
    summary: "A page of an order's prescription, for its owner and the administrators.",
    answer: 'image',
  }),
}
