import type { ColumnType, Generated } from 'kysely'
import type { StockCause } from '#domain/stock-cause.ts'
import type { Computed, Moment } from './column-types.ts'

/** The tables of the catalogue and its imports (docs/product.md#entities). */

export interface Categories {
  id: Generated<string>
  name: string
  name_key: Computed<string>
  status: Generated<boolean>
}

export interface Suppliers {
  id: Generated<string>
  name: string
  name_key: Computed<string>
  address: Generated<string>
  contact: Generated<string>
  phone: Generated<string>
  status: Generated<'Activo' | 'Inactivo'>
}

export interface Products {
  id: Generated<string>
  /** Several with commas between them; `product_barcodes` has each by itself, maintained by a trigger. */
  barcode: Generated<string>
  tradename: string
  category_id: string
  supplier_id: string
  dcm: Generated<string>
  health_register: Generated<string>
  stock: Generated<number>
  /** 0 without stock, 1 for a low one, and then one more each time it doubles: what lists sort and filter by. */
  stock_level: Computed<number>
  /** The stock as staff or a workbook last set it; null when nobody did. */
  counted_stock: number | null
  /** Pesos. */
  cost: number
  /** Percent. */
  discount: Generated<number>
  /** Pesos. */
  discounted_price: Computed<number>
  photo: Generated<string>
  bioequivalent: Generated<boolean>
  generic: Generated<boolean>
  prescription: Generated<boolean>
  direct_sale: Generated<boolean>
  form: Generated<string>
  quantity: Generated<string>
  legal_warning: Generated<string>
  sort_key: Computed<string>
  /** How many of the unit a pack contains; null when that isn't known (domain/presentation.ts). */
  unit_count: number | null
  unit: string | null
  /** Equal for products that can stand in for each other; empty when that isn't known (domain/equivalence/). */
  equivalence: Generated<string>
  /** The version of the rules that derived the three columns above (derive-columns.ts); 0 when they are out of date. */
  derived_version: Generated<number>
  /** What staff search in; maintained by a trigger, like the next two. */
  search: Generated<string>
  /** The trade name as it is searched. */
  search_name: Generated<string>
  /** The words by which the shop finds the product: `A` of the name, `B` DCM, `C` laboratory, `D` category. */
  search_document: Generated<string>
  version: Generated<number>
  /** When staff took it out of the shop; null while it is sold. */
  retired_at: Date | null
  created_at: Moment
  updated_at: Moment
}

/** A discount from a day to another one, both included, in the pharmacy's time zone. */
export interface DatedDiscounts {
  product_id: string
  discount: number
  starts_on: string
  ends_on: string
  /** The discount to return to; null until it begins. */
  replaced: number | null
  actor_id: string
}

export interface SearchWords {
  word: string
}

/** A view: sums, and changes that aren't added to them yet. */
export interface ProductCounts {
  category_id: string
  supplier_id: string
  in_stock: boolean
  on_sale: boolean
  bioequivalent: boolean
  generic: boolean
  prescription: boolean
  products: number
}

/** The units of a product that were sold on a day of UTC, cancelled orders taken back; of the last 30 days. */
export interface ProductSaleDays {
  product_id: string
  day: string
  units: number
}

/** The sum of a product's days. */
export interface ProductSales {
  product_id: string
  units: number
}

/** Written by triggers of `products` alone. */
export interface StockMovements {
  /** In the order of the movements of a product. */
  id: Computed<number>
  product_id: string
  cause: StockCause
  /** The order or the import. */
  reference: string | null
  actor_id: string | null
  change: number
  /** The stock afterwards. */
  balance: number
  created_at: Moment
}

export interface ProductBarcodes {
  /** A key by SQL's barcode_keys(). */
  code: string
  product_id: string
}

/** An e-mail address that waits for a sold-out product, or was told that it is back. */
export interface StockAlerts {
  id: Generated<string>
  product_id: string
  email: string
  /** The account that asked, if its own address was given. */
  user_id: string | null
  /** Of the link that ends all alerts of the address; null until the mail is written. */
  token_hash: Buffer | null
  created_at: Moment
  /** Null while it waits. */
  told_at: ColumnType<Date | null, Date | undefined, Date | null>
}

export interface ProductImports {
  id: Generated<string>
  state: 'preview' | 'saved' | 'refused' | 'undone'
  actor_id: string | null
  actor_name: string
  file_name: string
  /** An ImportReport (contract/imports.ts), and `stockKept` once its raised stock was taken back. */
  report: unknown
  created: Computed<number | null>
  updated: Computed<number | null>
  unchanged: Computed<number | null>
  refused: Computed<number | null>
  repeated: Computed<number | null>
  search: Computed<string>
  refused_rows: unknown
  created_at: Moment
  saved_at: Date | null
  undone_at: Date | null
}

export interface ProductImportRows {
  import_id: string
  place: number
  /** A ShownRow (server/features/imports/import-store.ts). */
  content: unknown
}

export interface ProductImportChanges {
  import_id: string
  product_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  version: number
}

export interface WorkbookHeadings {
  /** Folded. */
  heading: string
  field: string
}
