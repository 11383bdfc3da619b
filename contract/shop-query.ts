import { z } from 'zod'
import { flag, whole } from './fields.ts'

/** The shop's orders; `relevance` only with a search. Without one: by relevance with a search, else by name. */
export const SHOP_ORDERS = ['relevance', 'name', 'price', 'unitPrice', 'discount'] as const

const count = z.int()
const namedCounts = z.object({
  /** The ten with most products, and the chosen ones. */
  top: z.array(z.object({ name: z.string(), products: count })),
  /** How many names there are in all. */
  total: count,
})

/** How many products of the list each filter would leave. */
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
  inStock: flag.optional(),
  onSale: flag.optional(),
  bioequivalent: flag.optional(),
  generic: flag.optional(),
  noPrescription: flag.optional(),
  /** Discounted price, pesos. */
  minPrice: whole(100_000_000).optional(),
  maxPrice: whole(100_000_000).optional(),
  order: z.enum(SHOP_ORDERS).optional(),
  /** Search the words as they are, without correction. */
  exact: flag.optional(),
  /** Also answer the facets, or names to suggest while somebody types. */
  facets: flag.optional(),
  suggest: flag.optional(),
})
