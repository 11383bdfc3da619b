import { applyMigrations, type MarkedMigration } from './apply-migrations.ts'
import { BASELINE } from './baseline.ts'
import * as baseline from './migrations/056-baseline.ts'
import * as saleHolds from './migrations/057-sale-holds.ts'
import * as lockCart from './migrations/058-lock-cart.ts'
import * as tokens from './migrations/059-tokens.ts'
import * as countedWhenAsked from './migrations/061-counted-when-asked.ts'
import * as workInVerbs from './migrations/062-work-in-verbs.ts'
import * as paymentReasons from './migrations/066-payment-reasons.ts'
import * as unknownGoods from './migrations/067-unknown-goods.ts'
import * as importNames from './migrations/068-import-names.ts'
import * as unpaidOrders from './migrations/069-unpaid-orders.ts'
import * as deliveryAndCoupons from './migrations/070-delivery-and-coupons.ts'
import * as lots from './migrations/074-lots.ts'
import * as rememberedColumns from './migrations/076-remembered-columns.ts'
import * as unavailable from './migrations/080-unavailable.ts'
import * as mergedNames from './migrations/081-merged-names.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = {
  [BASELINE]: baseline,
  '057-sale-holds': saleHolds,
  '058-lock-cart': lockCart,
  '059-tokens': tokens,
  '061-counted-when-asked': countedWhenAsked,
  '062-work-in-verbs': workInVerbs,
  '066-payment-reasons': paymentReasons,
  '067-unknown-goods': unknownGoods,
  '068-import-names': importNames,
  '069-unpaid-orders': unpaidOrders,
  '070-delivery-and-coupons': deliveryAndCoupons,
  '074-lots': lots,
  '076-remembered-columns': rememberedColumns,
  '080-unavailable': unavailable,
  '081-merged-names': mergedNames,
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the missing migrations ({@link applyMigrations}). A migration that only adds tables, indexes, or columns with a default
 * exports `compatible = true`, because the version before it keeps working.
 *
 * @param last the migration to stop after, for an older backup
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => last === undefined || name <= last)
  await applyMigrations(database, Object.fromEntries(wanted))
}
