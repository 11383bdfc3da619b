import { z } from 'zod'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { booleanField, id, text } from './fields.ts'

/** Filters by the units that can be sold: at most LOW_STOCK (`domain/stock.ts`), or none. */
export const STOCK_FILTERS = ['low', 'none'] as const
/** Filters by an empty field; `quantity` finds products without a computable unit price, `price` those with a price of 0. */
export const MISSING_FILTERS = ['photo', 'register', 'dcm', 'quantity', 'price'] as const

/** The filters of the back office's product list. */
export const productFilters = z.object({
  search: text(100).optional(),
  category: text(80).optional(),
  stock: z.enum(STOCK_FILTERS).optional(),
  missing: z.enum(MISSING_FILTERS).optional(),
  /** A condition of sale; `held`: products that aren't for sale until somebody decides it. */
  condition: z.enum([...SALE_CONDITIONS, 'held']).optional(),
  /** Only retired products; without it, only products on sale. */
  retired: booleanField.optional(),
  /** The id of an import: only the products that it created or changed, retired ones too. */
  import: id.optional(),
})

/** The columns by which the back office's list can be sorted; the default is the trade name. */
export const PRODUCT_SORTS = [
  'name',
  'barcode',
  'category',
  'dcm',
  'laboratory',
  'register',
  'price',
  'stock',
] as const
