import { z } from 'zod'
import { EXPIRING_DAYS, readExpiry } from '#domain/lots.ts'
import { defineCall } from './call.ts'
import { created, data, id, list, message, pageQuery, requiredText, text, units } from './fields.ts'

/** Lots with their expiry dates: receipts, stock by lot, what expires, recalls. */

const WRONG_EXPIRY = 'Escribe el vencimiento como 2027-08 o 2027-08-31.'

/** `YYYY-MM-DD`, or `YYYY-MM` for the month's last day; null where it isn't known. */
export const expiry = z
  .union([z.string(), z.null()], WRONG_EXPIRY)
  .default(null)
  .transform((value, context) => {
    const day = value === null || value.trim() === '' ? null : readExpiry(value.trim())
    if (day !== undefined) return day
    context.addIssue({ code: 'custom', message: WRONG_EXPIRY })
    return z.NEVER
  })

export const lotCode = text(40)

const someUnits = units.pipe(z.int().min(1, 'Escribe al menos 1 unidad.'))

/** The most lines of a receipt. */
export const MAX_RECEIPT_LINES = 500

/** A line as sent: the product by its id, its barcode or a scanned GS1 code, which also fills in lot and expiry. */
const receiptLine = z.object({
  barcode: text(80).optional(),
  productId: id.optional(),
  lot: lotCode.optional(),
  expires: expiry.optional(),
  units: someUnits,
  scan: z.string().max(200).optional(),
})
export type SentReceiptLine = z.output<typeof receiptLine>

/** A lot's code and last good day; an empty code or null where it has none. */
const lotName = { lot: z.string(), expires: z.string().nullable() }

/** Units that left a lot because a count was below the sum of the lots. */
export const loweredLot = z.object({ ...lotName, units: z.int() })

const booked = z.object({ productId: z.string(), ...lotName, units: z.int() })

const receiptRow = z.object({
  _id: z.string(),
  number: z.int(),
  supplier: z.string(),
  document: z.string(),
  /** ISO instant. */
  date: z.string(),
  who: z.string(),
  products: z.int(),
  units: z.int(),
  /** ISO instant at which it was taken back, or null. */
  undoneAt: z.string().nullable(),
})
export type ReceiptRow = z.infer<typeof receiptRow>

const receipt = receiptRow.extend({
  lines: z.array(booked.extend({ tradename: z.string(), barcode: z.string() })),
})
export type Receipt = z.infer<typeof receipt>

const productLot = z.object({
  _id: z.string(),
  ...lotName,
  /** Units on the shelf that no order has taken. */
  units: z.int(),
  recalled: z.boolean(),
  expired: z.boolean(),
  /** ISO instant of its first units. */
  since: z.string(),
})
export type ProductLot = z.infer<typeof productLot>

/** A lot on the shelf that expires, or has expired. */
const expiringLot = z.object({
  _id: z.string(),
  productId: z.string(),
  tradename: z.string(),
  barcode: z.string(),
  laboratory: z.string(),
  ...lotName,
  units: z.int(),
  /** At the shop's price before discounts, pesos. */
  value: z.int(),
  /** Units of the product sold in the last 30 days. */
  sold: z.int(),
  /** Whether it is sold before it expires, at the rate of the last 30 days and after the lots that expire before it. */
  soldInTime: z.boolean(),
})
export type ExpiringLot = z.infer<typeof expiringLot>

const laboratory = text(80).optional()
const expiringQuery = pageQuery.extend({
  days: z.coerce.number().int().min(1).max(3_650).default(EXPIRING_DAYS[2]),
  laboratory,
})
export type ExpiringQuery = Partial<z.output<typeof expiringQuery>>

/** The sums of a list of lots. */
const sums = { units: z.int(), value: z.int() }

const recallRow = z.object({
  _id: z.string(),
  productId: z.string(),
  tradename: z.string(),
  /** The recalled lots; units without a lot have an empty code and no expiry. */
  lots: z.array(z.object(lotName)),
  /** Whether all lots and the units without one were recalled. */
  whole: z.boolean(),
  reason: z.string(),
  /** Units that were set aside. */
  units: z.int(),
  /** ISO instant. */
  date: z.string(),
  who: z.string(),
  /** ISO instant, or null while it lasts. */
  liftedAt: z.string().nullable(),
  /** Orders to tell, and those whose customers have answered. */
  toTell: z.int(),
  answered: z.int(),
})
export type RecallRow = z.infer<typeof recallRow>

const recalledOrder = z.object({
  _id: z.string(),
  nro_delivery: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** `possible`: delivered without a recorded lot while the lot was in stock. */
  certainty: z.enum(['recorded', 'possible']),
  units: z.int(),
  /** ISO instant at which the mail was queued, or null. */
  mailedAt: z.string().nullable(),
  /** What became of the mail; null without one. */
  mail: z.enum(['queued', 'sent', 'failed']).nullable(),
  answered: z.boolean(),
})
export type RecalledOrder = z.infer<typeof recalledOrder>

const recall = recallRow.extend({ orders: z.array(recalledOrder) })
export type Recall = z.infer<typeof recall>

const orderLots = z
  .array(z.object({ productId: id, lots: z.array(z.object({ _id: id, units: someUnits })).max(100) }))
  .min(1)
  .max(200)
export type OrderLots = z.output<typeof orderLots>

export const lotCalls = {
  receiveGoods: defineCall('POST /stock/receipts', {
    summary:
      'Books received goods by lot, all lines or none. A repeated Idempotency-Key header gets the first answer.',
    body: z.object({
      supplier: text(120).default(''),
      document: text(60).default(''),
      lines: z.array(receiptLine).min(1, 'Agrega al menos una línea.').max(MAX_RECEIPT_LINES),
    }),
    answer: message.extend({ data: z.object({ _id: z.string(), lines: z.array(booked) }) }),
    status: 201,
  }),
  listReceipts: defineCall('GET /stock/receipts', {
    summary: 'The receipts of goods, newest first; a search finds supplier, document and number.',
    query: pageQuery,
    answer: list(receiptRow),
  }),
  getReceipt: defineCall('GET /stock/receipts/:id', {
    summary: 'One receipt with its lines.',
    answer: data(receipt),
  }),
  undoReceipt: defineCall('POST /stock/receipts/:id/undo', {
    summary: 'Takes a receipt back as a whole, while all its units are there; once.',
    answer: message,
    errors: ['UNITS_GONE'],
  }),
  listProductLots: defineCall('GET /products/:id/lots', {
    scopes: ['products:read'],
    summary: 'The lots of a product, those that expire first before the others.',
    answer: data(z.array(productLot)),
  }),
  setProductLots: defineCall('POST /products/:id/lots', {
    summary: "Sets the lots of a product's stock; the rest of the stock has no lot. Recalled lots stay.",
    body: z.object({
      lots: z.array(z.object({ lot: lotCode.default(''), expires: expiry, units })).max(MAX_RECEIPT_LINES),
      version: text(40),
    }),
    answer: message,
    errors: ['PRODUCT_CHANGED', 'LOTS_EXCEED_STOCK'],
  }),
  setOrderLots: defineCall('POST /cart/order/:id/lots', {
    summary:
      'Changes the lots that a pending order takes; units of a line without a lot come from the stock without one.',
    body: z.object({ lines: orderLots }),
    answer: message,
    errors: ['ORDER_CLOSED', 'UNITS_GONE', 'LOT_BLOCKED'],
  }),
  listExpiring: defineCall('GET /stock/expiring', {
    summary: 'Lots that expire within these days, the first ones first.',
    query: expiringQuery,
    answer: list(expiringLot).extend(sums),
  }),
  exportExpiring: defineCall('GET /stock/expiring/export', {
    summary: 'The lots that expire within these days as a workbook.',
    query: expiringQuery.omit({ page: true, pageSize: true }),
    answer: 'spreadsheet',
  }),
  listExpired: defineCall('GET /stock/expired', {
    summary: 'Expired lots that are still on the shelf, recalled ones left out.',
    query: pageQuery.extend({ laboratory }),
    answer: list(expiringLot).extend(sums),
  }),
  writeOffExpired: defineCall('POST /stock/expired/write-off', {
    summary: 'Books expired lots out of the stock, all or none.',
    body: z.object({ lots: z.array(id).min(1).max(MAX_RECEIPT_LINES), reason: requiredText(300) }),
    answer: message.extend({ data: z.object({ units: z.int() }) }),
    errors: ['NOT_FOUND', 'UNITS_GONE'],
  }),
  createRecall: defineCall('POST /stock/recalls', {
    summary:
      'Takes lots of a product off sale at once, and finds the orders that have them; null: all lots and what has none.',
    body: z.object({
      productId: id,
      lots: z.array(id).min(1).max(MAX_RECEIPT_LINES).nullable(),
      reason: requiredText(300),
    }),
    answer: created,
    status: 201,
    errors: ['NOT_FOUND'],
  }),
  listRecalls: defineCall('GET /stock/recalls', {
    summary: 'The recalls, newest first.',
    query: pageQuery,
    answer: list(recallRow),
  }),
  getRecall: defineCall('GET /stock/recalls/:id', {
    summary: 'One recall with the orders that have its lots, or may have them.',
    answer: data(recall),
  }),
  mailRecall: defineCall('POST /stock/recalls/:id/mail', {
    summary: 'Mails the customers of a recall, each once, however often it is sent.',
    body: z.object({ subject: requiredText(120), message: requiredText(4_000) }),
    answer: message.extend({ data: z.object({ queued: z.int() }) }),
    errors: ['RECALL_LIFTED'],
  }),
  markRecallAnswered: defineCall('POST /stock/recalls/:id/answered', {
    summary: "Marks whether an order's customer has answered.",
    body: z.object({ orderId: id, answered: z.boolean() }),
    answer: message,
  }),
  liftRecall: defineCall('POST /stock/recalls/:id/lift', {
    summary: 'Ends a recall: its units are for sale again, unless another recall has them.',
    answer: message,
    errors: ['RECALL_LIFTED'],
  }),
  exportRecall: defineCall('GET /stock/recalls/:id/export', {
    guarded: true,
    summary: 'The orders of a recall as a workbook, for the authority.',
    answer: 'spreadsheet',
  }),
}
