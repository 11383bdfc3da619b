import { z } from 'zod'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import { booleanField, day, id, listedName, message, percent, price, text, units } from './fields.ts'
import { productFilters } from './product-filters.ts'
import { productSchema } from './products.ts'

/** The maximum number of products in one change. */
export const MAX_CHANGED = 10_000

const version = text(40)

/** A change of one field of a product, made in the list. */
const fieldChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('stock'), value: units, version }),
  z.object({ field: z.literal('cost'), value: price, version }),
])
export type FieldChange = z.output<typeof fieldChange>

const discountChange = z
  .object({
    kind: z.literal('discount'),
    discount: percent,
    /** Days in the pharmacy's time zone, both included; either both or none. */
    from: day.optional(),
    until: day.optional(),
  })
  .refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    message: 'Indica el primer y el último día.',
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'El último día no puede ser anterior al primero.',
  })
  .refine(({ discount, from }) => !from || discount > 0, {
    path: ['discount'],
    message: 'Un descuento con días debe ser mayor que 0.',
  })

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('category'), category: listedName }),
  discountChange,
  z.object({ kind: z.literal('stock'), stock: units }),
  z.object({ kind: z.literal('saleCondition'), saleCondition: z.enum(SALE_CONDITIONS) }),
  z.object({ kind: z.literal('retired'), retired: booleanField }),
])
export type ProductsChange = z.output<typeof change>

const selection = z.union([
  z.object({ ids: z.array(id).min(1).max(MAX_CHANGED) }),
  /** All products of a list; `total` is the number that the person saw. */
  z.object({ filter: productFilters, total: z.int().min(1) }),
])
export type ProductSelection = z.output<typeof selection>

export const productChangeCalls = {
  changeProductField: defineCall('POST /products/:id/field', {
    summary:
      "Changes a product's stock or price. The stock changes by the difference between what was read (`version`) and what is sent.",
    body: fieldChange,
    answer: message.extend({ data: productSchema }),
    errors: ['PRODUCT_CHANGED'],
  }),
  changeProducts: defineCall('POST /products/change', {
    summary:
      'Changes one thing of several products: category, discount, stock, condition of sale, or whether they are sold.',
    body: z.object({ selection, change }),
    answer: message.extend({ changed: z.int() }),
    errors: ['NOT_FOUND', 'SELECTION_CHANGED'],
  }),
}
