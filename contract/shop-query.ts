import { z } from 'zod'
import { booleanField, MAX_PRICE, wholeNumber } from './fields.ts'

/** The sort orders of the shop's list. `relevance` needs a search and is its default; without a search the default is `name`. */
export const SHOP_ORDERS = ['relevance', 'name', 'price', 'unitPrice', 'discount'] as const

const count = z.int()
const namedCounts = z.object({
  /** The ten names with most products, and the chosen names. */
  top: z.array(z.object({ name: z.string(), products: count })),
  /** The number of all names. */
  total: count,
})

/** The number of products that each filter would leave. */
export const facets = z.object({
  inStock: count,
  onSale: count,
  bioequivalent: count,
  generic: count,
  noPrescription: count,
  /** The lowest and the highest discounted price, in pesos; null for an empty list. */
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
  categories: namedCounts,
  laboratories: namedCounts,
})
export type Facets = z.infer<typeof facets>

/** The shop's filters and order, besides category, supplier and search. */
export const shopQuery = z.object({
  inStock: booleanField.optional(),
  onSale: booleanField.optional(),
  bioequivalent: booleanField.optional(),
  generic: booleanField.optional(),
  noPrescription: booleanField.optional(),
  /** Discounted price, pesos. */
  minPrice: wholeNumber(MAX_PRICE).optional(),
  maxPrice: wholeNumber(MAX_PRICE).optional(),
  order: z.enum(SHOP_ORDERS).optional(),
  /** Whether to search the words as typed, without correction. */
  exact: booleanField.optional(),
  /** Whether to answer the facets, too, or names to suggest while somebody types. */
  facets: booleanField.optional(),
  suggest: booleanField.optional(),
})
