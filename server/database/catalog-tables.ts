import type { Generated } from 'kysely'
import type { SaleCondition } from '#domain/sale-condition.ts'
import type { Computed, Moment, OptionalInstant } from './column-types.ts'

/** The tables of the catalogue. */

interface Categories {
  id: Generated<string>
  name: string
  name_key: Computed<string>
  /** Whether the name only says that there is none, such as 'SIN CLASIFICAR'. The shop doesn't show such a name. */
  placeholder: Computed<boolean>
  status: Generated<boolean>
}

interface Suppliers {
  id: Generated<string>
  name: string
  name_key: Computed<string>
  /** As for a category. */
  placeholder: Computed<boolean>
  address: Generated<string>
  contact: Generated<string>
  phone: Generated<string>
  status: Generated<'Activo' | 'Inactivo'>
}

export interface Products {
  id: Generated<string>
  /** Barcodes with commas between them; a trigger keeps each barcode as a row of `product_barcodes`. */
  barcode: Generated<string>
  tradename: string
  category_id: string
  supplier_id: string
  dcm: Generated<string>
  health_register: Generated<string>
  stock: Generated<number>
  /** The level by which lists sort and filter: 0 without stock, 1 for a low stock, and one more for each doubling. */
  stock_level: Computed<number>
  /** Whether customers can't buy it now: sold out, without a price, held, or sold only at the counter. The shop lists it last. */
  unavailable: Computed<boolean>
  /** The stock that staff or a workbook last set; null if it was never set. */
  counted_stock: number | null
  /** Pesos. */
  cost: number
  /** Percent. */
  discount: Generated<number>
  /** Pesos. */
  discounted_price: Computed<number | null>
  photo: Generated<string>
  bioequivalent: Generated<boolean>
  generic: Generated<boolean>
  prescription: Generated<boolean>
  direct_sale: Generated<boolean>
  /** The condition of sale; a trigger keeps the two flags above in agreement with it. */
  sale_condition: Generated<SaleCondition>
  /**
   * Whether a product of unknown condition is off sale: `pending` until the rule of domain/sale-hold is applied, `held` until somebody
   * states the condition. A trigger sets `pending`; `hold-products.ts` applies the rule.
   */
  sale_hold: Generated<'none' | 'pending' | 'held'>
  /** The ingredient or class of medicines for which the product is held, or 'Por decidir'; empty when `sale_hold` is 'none'. */
  held_ingredient: Generated<string>
  /** The list's condition, when it is stricter than the product's; 'pending' until they are compared; else empty. */
  listed_condition: Generated<string>
  form: Generated<string>
  quantity: Generated<string>
  legal_warning: Generated<string>
  /** The pharmacy's own code, unique without case and accents; empty for none. */
  own_code: Generated<string>
  therapeutic_action: Generated<string>
  /** Kept and sent cold. */
  cold_chain: Generated<boolean>
  sort_key: Computed<string>
  /** The pack's content, in `unit`; null when unknown (domain/presentation.ts). */
  unit_count: number | null
  unit: string | null
  /** The key that equivalent products share; empty when unknown (domain/equivalence/). */
  equivalence: Generated<string>
  /** The version of the rules that derived the three columns above (derive-columns.ts); 0 when the columns are out of date. */
  derived_version: Generated<number>
  /** The text that staff search in; a trigger maintains this column and the next two. */
  search: Generated<string>
  /** The trade name in its searchable form. */
  search_name: Generated<string>
  /** The words by which the shop finds the product: `A` of the name, `B` DCM, `C` laboratory, `D` category. */
  search_document: Generated<string>
  version: Generated<number>
  /**
   * The first day on which units of its lots aren't for sale: -infinity with a recalled lot, infinity when all stay for sale; null
   * without lots.
   */
  blocked_from: Generated<string | null>
  /** When staff retired the product; null while it is sold. */
  retired_at: OptionalInstant
  created_at: Moment
  updated_at: Moment
}

/** The conditions that people decided for products of unknown condition. Similar products of later lists get the same condition. */
interface SaleDecisions {
  subject: string
  sale_condition: SaleCondition
  decided_at: Moment
}

/** A discount between two days, both included, in the pharmacy's time zone. */
interface DatedDiscounts {
  product_id: string
  discount: number
  starts_on: string
  ends_on: string
  /** The discount to restore at the end; null until this one begins. */
  replaced: number | null
  actor_id: string
}

/** Units of a product to order, as a person typed them. */
interface PurchaseQuantities {
  product_id: string
  quantity: number
}

/** An alert: an e-mail address that waits for a sold-out product, or was mailed about its return. */
interface StockAlerts {
  id: Generated<string>
  product_id: string
  email: string
  /** The account, if its own address was given. */
  user_id: string | null
  created_at: Moment
  /** When the mail was queued; null while the alert waits. */
  told_at: OptionalInstant
}

export interface CatalogTables {
  categories: Categories
  suppliers: Suppliers
  products: Products
  purchase_quantities: PurchaseQuantities
  sale_decisions: SaleDecisions
  stock_alerts: StockAlerts
  dated_discounts: DatedDiscounts
}
