import type { OrderPrice } from '#domain/order-price.ts'
import type { CartLine } from './cart.ts'
import type { ErrorCode } from './errors.ts'
import type { ImportChanged, ImportReport, UnknownColumns } from './import-report.ts'
import type { StatementColumns } from './payments.ts'
import type { Product } from './products.ts'

/**
 * The data that a client needs to go on after a refusal, by the refusal's code ({@link errors}). A code that isn't here has none. The
 * server's refusals and the client's errors have this type.
 */
export type RefusalData = CheckedCodes<{
  /** The report of an import without a row to save. */
  BAD_INPUT: ImportReport
  /** The cart as it is now. */
  CART_CHANGED: CartLine[]
  /** The cart as it is now; with the order's price for a client that named its code, its way of delivery or its total. */
  PRICE_CHANGED: CartLine[] | { lines: CartLine[]; price: OrderPrice }
  /** The whole pesos that the order lacks for the code. */
  COUPON_MINIMUM: { missing: number }
  NO_PRICE: CartLine[]
  /** When the cart is ordered, the cart; when a product is added to the cart, the units that are left. */
  NO_STOCK: CartLine[] | { stock: number }
  /** The product as somebody else saved it; undefined for a product that is gone. */
  PRODUCT_CHANGED: Product | undefined
  /** The number of products that the selection has now. */
  SELECTION_CHANGED: { total: number }
  UNKNOWN_COLUMNS: UnknownColumns
  STATEMENT_COLUMNS: StatementColumns
  IMPORT_CHANGED: ImportChanged
  /** For an account that has to set its second factor up before anything else. */
  SECOND_FACTOR: { setUp: true }
}>

type CheckedCodes<Data extends { [code in ErrorCode]?: unknown }> = Data
