import { applyMigrations, type MarkedMigration } from './apply-migrations.ts'
import { BASELINE } from './baseline.ts'
import * as baseline from './migrations/001-baseline.ts'
import * as dropLeftovers from './migrations/035-drop-leftovers.ts'
import * as rejectedProofs from './migrations/036-rejected-proofs.ts'
import * as purchases from './migrations/037-purchases.ts'
import * as carouselLink from './migrations/038-carousel-link.ts'
import * as saleConditions from './migrations/040-sale-conditions.ts'
import * as prescriptionReviews from './migrations/041-prescription-reviews.ts'
import * as combinedBrands from './migrations/043-combined-brands.ts'
import * as ownCodes from './migrations/044-own-codes.ts'
import * as therapeuticActions from './migrations/045-therapeutic-actions.ts'
import * as payments from './migrations/046-payments.ts'
import * as connectionKeys from './migrations/048-connection-keys.ts'
import * as secondFactor from './migrations/049-second-factor.ts'
import * as backupState from './migrations/050-backup-state.ts'
import * as webhooks from './migrations/051-webhooks.ts'
import * as importSources from './migrations/052-import-sources.ts'
import * as backupUpload from './migrations/053-backup-upload.ts'
import * as unpricedProducts from './migrations/054-unpriced-products.ts'
import * as rowNumbers from './migrations/055-row-numbers.ts'
import * as ingredientsByLikeness from './migrations/056-ingredients-by-likeness.ts'
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
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = {
  [BASELINE]: baseline,
  '035-drop-leftovers': dropLeftovers,
  '036-rejected-proofs': rejectedProofs,
  '037-purchases': purchases,
  '038-carousel-link': carouselLink,
  '040-sale-conditions': saleConditions,
  '041-prescription-reviews': prescriptionReviews,
  '043-combined-brands': combinedBrands,
  '044-own-codes': ownCodes,
  '045-therapeutic-actions': therapeuticActions,
  '046-payments': payments,
  '048-connection-keys': connectionKeys,
  '049-second-factor': secondFactor,
  '050-backup-state': backupState,
  '051-webhooks': webhooks,
  '052-import-sources': importSources,
  '053-backup-upload': backupUpload,
  '054-unpriced-products': unpricedProducts,
  '055-row-numbers': rowNumbers,
  '056-ingredients-by-likeness': ingredientsByLikeness,
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
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the missing migrations ({@link applyMigrations}). One that only adds tables, indexes, or columns with a default exports
 * `compatible = true`, because the version before it keeps working.
 *
 * @param last the migration to stop after, for an older backup
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => last === undefined || name <= last)
  await applyMigrations(database, Object.fromEntries(wanted))
}
