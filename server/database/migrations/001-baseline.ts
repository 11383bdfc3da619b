import { type Kysely, sql } from 'kysely'
import { accounts } from './baseline/accounts.ts'
import { audit } from './baseline/audit.ts'
import { catalog } from './baseline/catalog.ts'
import { foundation } from './baseline/foundation.ts'
import { imports } from './baseline/imports.ts'
import { mails } from './baseline/mails.ts'
import { orderSums } from './baseline/order-sums.ts'
import { orders } from './baseline/orders.ts'
import { productCounts } from './baseline/product-counts.ts'
import { requests } from './baseline/requests.ts'
import { sales } from './baseline/sales.ts'
import { search } from './baseline/search.ts'
import { stock } from './baseline/stock.ts'

/**
 * Creates all tables (docs/product.md#entities) as the migrations 001 to 034 of earlier versions did. Never edit it: changes are later
 * migrations.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  ...foundation,
  ...accounts,
  ...mails,
  ...audit,
  ...catalog,
  ...search,
  ...productCounts,
  ...stock,
  ...imports,
  ...orders,
  ...sales,
  ...orderSums,
  ...requests,
]
