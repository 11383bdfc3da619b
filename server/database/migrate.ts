import { applyMigrations, type MarkedMigration } from './apply-migrations.ts'
import * as initial from './migrations/001-initial.ts'
import * as mails from './migrations/002-mails.ts'
import * as audit from './migrations/003-audit.ts'
import * as knownDevices from './migrations/004-known-devices.ts'
import * as mailLeases from './migrations/005-mail-leases.ts'
import * as people from './migrations/006-people.ts'
import * as imports from './migrations/007-imports.ts'
import * as search from './migrations/008-search.ts'
import * as comparison from './migrations/009-comparison.ts'
import * as facets from './migrations/010-facets.ts'
import * as sales from './migrations/011-sales.ts'
import * as orderPrescriptions from './migrations/012-order-prescriptions.ts'
import * as orderEvents from './migrations/013-order-events.ts'
import * as stockAlerts from './migrations/014-stock-alerts.ts'
import * as bestSellers from './migrations/015-best-sellers.ts'
import * as desk from './migrations/016-desk.ts'
import * as dailySales from './migrations/017-daily-sales.ts'
import * as answersAndInvitations from './migrations/018-answers-and-invitations.ts'
import * as stockMovements from './migrations/019-stock-movements.ts'
import * as orderDesk from './migrations/020-order-desk.ts'
import * as productDesk from './migrations/021-product-desk.ts'
import * as lists from './migrations/022-lists.ts'
import * as publicChanges from './migrations/024-public-changes.ts'
import * as productTotals from './migrations/025-product-totals.ts'
import * as searchAndPrice from './migrations/029-search-and-price.ts'
import * as namesInOrder from './migrations/032-names-in-order.ts'
import * as withoutPublicChanges from './migrations/033-without-public-changes.ts'
import * as oneProductCount from './migrations/034-one-product-count.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = {
  '001-initial': initial,
  '002-mails': mails,
  '003-audit': audit,
  '004-known-devices': knownDevices,
  '005-mail-leases': mailLeases,
  '006-people': people,
  '007-imports': imports,
  '008-search': search,
  '009-comparison': comparison,
  '010-facets': facets,
  '011-sales': sales,
  '012-order-prescriptions': orderPrescriptions,
  '013-order-events': orderEvents,
  '014-stock-alerts': stockAlerts,
  '015-best-sellers': bestSellers,
  '016-desk': desk,
  '017-daily-sales': dailySales,
  '018-answers-and-invitations': answersAndInvitations,
  '019-stock-movements': stockMovements,
  '020-order-desk': orderDesk,
  '021-product-desk': productDesk,
  '022-lists': lists,
  '024-public-changes': publicChanges,
  '025-product-totals': productTotals,
  '029-search-and-price': searchAndPrice,
  '032-names-in-order': namesInOrder,
  '033-without-public-changes': withoutPublicChanges,
  '034-one-product-count': oneProductCount,
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the migrations that are missing ({@link applyMigrations}).
 *
 * A migration that the version before it can live with exports `compatible = true`: it only adds tables, indexes, or columns
 * with a default, and older code neither reads less nor writes anything wrong.
 *
 * @param last stop after this migration, which an older backup needs
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => last === undefined || name <= last)
  await applyMigrations(database, Object.fromEntries(wanted))
}
