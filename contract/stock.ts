import { z } from 'zod'
import { STOCK_CAUSE_NAMES, type StockCause } from '#domain/stock-cause.ts'
import { defineCall } from './call.ts'
import { data, day, id, list, message, pageQuery, text, units } from './fields.ts'

const causes = Object.keys(STOCK_CAUSE_NAMES) as [StockCause, ...StockCause[]]

/** A change of a product's stock. */
const stockMovement = z.object({
  _id: z.string(),
  /** ISO instant. */
  date: z.string(),
  cause: z.enum(causes),
  /** Units added, or taken when negative. */
  change: z.int(),
  /** The stock after the change. */
  balance: z.int(),
  /** The staff member's name; empty for a sale and for a change by hand in the database. */
  who: z.string(),
  /** The order's number; null when the cause is no order. */
  order: z.int().nullable(),
  /** The code and the expiry of the lot that it changed; absent for the stock without a lot. */
  lot: z.string().optional(),
  expires: z.string().nullable().optional(),
  /** The import, if its report still exists; null for other causes. */
  import: z.object({ _id: z.string(), fileName: z.string() }).nullable(),
})
export type StockMovement = z.infer<typeof stockMovement>

/** The choices of days that a purchase should last. */
export const PURCHASE_DAYS = [15, 30, 60, 90] as const

/** A product that runs out within the chosen days, or is short already. */
const purchaseLine = z.object({
  _id: z.string(),
  barcode: z.string(),
  tradename: z.string(),
  laboratory: z.string(),
  stock: z.int(),
  /** Units sold in the last 30 days. */
  sold: z.int(),
  /** Units to buy so that the stock lasts; 0 when nothing was sold, and a person has to decide. */
  quantity: z.int(),
  /** Units that a person has typed in place of `quantity`; null without. */
  typed: z.int().nullable(),
  /** The product's version, as in `changeProductField`. */
  version: z.string(),
})
export type PurchaseLine = z.infer<typeof purchaseLine>

/** A supplier of the list's products, with its contact. */
const purchaseSupplier = z.object({ name: z.string(), contact: z.string(), phone: z.string() })
export type PurchaseSupplier = z.infer<typeof purchaseSupplier>

/** The most lines of a purchase list or of an arrival. */
export const MAX_PURCHASE_LINES = 5_000

const purchaseQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.union(PURCHASE_DAYS.map((days) => z.literal(days))))
    .default(30),
})

export const stockCalls = {
  listStockMovements: defineCall('GET /products/:id/movements', {
    scopes: ['products:read'],
    summary: "The changes of a product's stock, newest first.",
    query: pageQuery,
    answer: list(stockMovement),
  }),
  exportStockMovements: defineCall('GET /products/movements/export', {
    summary:
      "A workbook of stock changes, of one product or of all, of these days. Days are of the pharmacy's time zone, both included.",
    query: z.object({ product: id.optional(), from: day.optional(), to: day.optional() }),
    answer: 'spreadsheet',
    errors: ['NOT_FOUND'],
  }),
  readPurchaseList: defineCall('GET /products/purchase-list', {
    summary:
      'What to buy: products that run out within these days at the last 30 days’ sales, by laboratory.',
    query: purchaseQuery,
    answer: data(z.array(purchaseLine)).extend({ suppliers: z.array(purchaseSupplier) }),
  }),
  setPurchaseQuantity: defineCall('POST /products/:id/purchase-quantity', {
    summary:
      'Keeps how many units of a product to order, in place of the computed number; null: the computed one again.',
    body: z.object({ quantity: units.nullable() }),
    answer: message,
  }),
  receiveStock: defineCall('POST /products/arrivals', {
    summary:
      'Adds the units that have arrived from suppliers to the stock, all or none. Refused for a product that staff changed since its `version`, so that nothing is added twice.',
    body: z.object({
      lines: z
        .array(z.object({ _id: id, version: text(40), units: units.pipe(z.int().min(1)) }))
        .min(1)
        .max(MAX_PURCHASE_LINES),
    }),
    answer: message,
    errors: ['NOT_FOUND', 'PRODUCT_CHANGED'],
  }),
  exportPurchaseList: defineCall('GET /products/purchase-list/export', {
    summary: 'The purchase list as a workbook.',
    query: purchaseQuery,
    answer: 'spreadsheet',
  }),
}
