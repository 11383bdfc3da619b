import { z } from 'zod'
import { defineCall } from './call.ts'
import { data, MAX_STOCK, percent, price, requiredText } from './fields.ts'
import { loweredLot } from './lots.ts'

/** Stock and prices of many products in one call, for cash desks. */

export const MAX_BATCH_ITEMS = 1_000
const WHOLE = 'Debe ser un número entero.'

/** The change of a product, which a barcode names. */
export const batchItem = z
  .strictObject(
    {
      /** Or the product's own code. */
      barcode: requiredText(80),
      /** Units that were counted, in place of the stock. */
      stock: z
        .int(WHOLE)
        .min(0, 'El stock no puede ser menor que 0.')
        .max(MAX_STOCK, 'El stock no puede pasar de 1.000.000.')
        .optional(),
      /** Units to add: -1 for a sale at the counter. */
      stockChange: z.int(WHOLE).min(-MAX_STOCK, WHOLE).max(MAX_STOCK, WHOLE).optional(),
      /** The selling price in pesos with tax. A cash desk's own "costo" is another number: never send it here. */
      cost: price.optional(),
      /** Percent. */
      discount: percent.optional(),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Hay campos que no se conocen.' : undefined) },
  )
  .refine((item) => item.stock === undefined || item.stockChange === undefined, {
    error: 'Envía stock o stockChange, no ambos.',
  })
export type BatchItem = z.output<typeof batchItem>

const result = z.object({
  /** As sent; empty when the item has none. */
  barcode: z.string(),
  status: z.enum(['saved', 'unchanged', 'unknown', 'refused']),
  /** Why the item was refused. */
  message: z.string().optional(),
  /** The product's stock after the item. */
  stock: z.int().optional(),
  /** The units that a stock below the sum of its lots took from the lots that expire last. */
  lots: z.array(loweredLot).optional(),
})
export type BatchResult = z.infer<typeof result>

export const productBatchCalls = {
  saveBatch: defineCall('POST /products/batch', {
    idempotent: true,
    scopes: ['stock:write', 'products:write'],
    summary: `Changes stock, selling price and discount of up to ${MAX_BATCH_ITEMS} products. \`cost\` is the selling price. Each item has its result; a repeated Idempotency-Key header gets the first answer for 24 hours, with the stock of then.`,
    // A wrong item is refused by itself, so any value is taken here.
    body: z.object({ items: z.array(batchItem.or(z.unknown())).min(1).max(MAX_BATCH_ITEMS) }),
    answer: data(z.object({ results: z.array(result) })),
    errors: ['KEY_REUSED'],
  }),
}
