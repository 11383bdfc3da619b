import { sweep } from './database/sweep.ts'
import { expireActivity } from './features/activity/expire-activity.ts'
import { expireAudit } from './features/audit/erase-audit.ts'
import { warnAdministrators } from './features/backups/warn-administrators.ts'
import { addUpOrderSums } from './features/board/add-up-order-sums.ts'
import { expireImports } from './features/imports/expire-imports.ts'
import { announceCancellations, cancelUnpaid } from './features/orders/cancel-unpaid.ts'
import { expireRegister } from './features/orders/expire-register.ts'
import { forgetOldSales } from './features/orders/forget-old-sales.ts'
import { queueUnpaidMails } from './features/orders/unpaid-orders.ts'
import { comparePaymentsIfOutdated } from './features/payments/compare-payments.ts'
import { expirePayments, forgetErasedPayers } from './features/payments/expire-payments.ts'
import { addUpProductCounts } from './features/products/add-up-counts.ts'
import { catchUpDerived } from './features/products/catch-up-derived.ts'
import { catchUpHolds } from './features/products/hold-products.ts'
import { queueDueReminders } from './features/reminders/queue-due-reminders.ts'
import { expirePrescriptions } from './features/requests/expire-prescriptions.ts'
import { noteFreeSpace } from './features/status/disk-part.ts'
import { expireStockAlerts } from './features/stock-alerts/expire-stock-alerts.ts'
import { removeQueuedImages } from './images/image-removals.ts'
import { sweepImages } from './images/sweep-images.ts'
import { expireOutbox } from './mail/outbox.ts'
import type { Services } from './services.ts'

type Reports = {
  /** Called with one line of counts when something was removed. */
  log: (text: string) => void
  /** Called with a message for the operator when rows name missing images. */
  warn: (text: string) => void
  /** Called for each part that failed; the other parts still run. */
  onError: (error: unknown) => void
}

/**
 * Removes expired rows, files and personal data (RETAIN_* variables, README.md#configuration), queues due mails, and derives outdated
 * columns of products. Several servers may run it at once.
 */
export async function sweepHourly({ database, images, config }: Services, { log, warn, onError }: Reports) {
  const { prescriptionDays, activityDays, outboxDays, registerDays, paymentDays } = config.retention
  const { cancelUnpaidDays } = config
  const counts: Record<string, number> = {}
  const part = async (work: () => Promise<void>) => {
    await work().catch(onError)
  }

  await part(async () => {
    const { sessions, devices, recoveryLinks, mails } = await sweep(database)
    counts['sesiones vencidas'] = sessions
    counts['navegadores vencidos'] = devices
    counts['enlaces vencidos'] = recoveryLinks
    counts['registros de correos'] = mails
  })
  await part(async () => {
    counts['registros de auditoría'] = await expireAudit(database)
  })
  await part(async () => {
    const { previews, imports } = await expireImports(database)
    counts['revisiones de planillas'] = previews
    counts['importaciones vencidas'] = imports
  })
  await part(async () => {
    if (activityDays) counts['registros de ingreso'] = await expireActivity(database, activityDays)
  })
  await part(async () => {
    if (prescriptionDays) counts.recetas = await expirePrescriptions(database, prescriptionDays)
  })
  await part(async () => {
    if (registerDays) counts['líneas del libro de recetas'] = await expireRegister(database, registerDays)
  })
  await part(async () => {
    if (!paymentDays) return
    const { payments, statements } = await expirePayments(database, paymentDays)
    counts['transferencias sin pedido'] = payments
    counts.cartolas = statements
  })
  await part(async () => {
    counts['textos de transferencias'] = await forgetErasedPayers(database)
  })
  await part(async () => {
    const { removed, errors } = await removeQueuedImages(database, images)
    counts.imágenes = removed
    for (const error of errors) onError(error)
  })
  await part(async () => {
    counts['imágenes sin fila'] = await sweepImages({ database, images }, warn)
  })
  await part(async () => {
    counts['avisos de stock'] = await expireStockAlerts(database)
  })
  await part(() => addUpProductCounts(database))
  await part(() => addUpOrderSums(database))
  await part(() => forgetOldSales(database))
  await part(() => comparePaymentsIfOutdated(database))
  await part(async () => {
    // A notice of the cancellation at the same time says the same.
    if (!cancelUnpaidDays || cancelUnpaidDays > 3) await queueUnpaidMails(database, cancelUnpaidDays)
  })
  await part(async () => {
    if (!cancelUnpaidDays) return
    counts['pedidos sin pago cancelados'] = await cancelUnpaid(database, cancelUnpaidDays)
    await announceCancellations(database, cancelUnpaidDays)
  })
  await part(() => queueDueReminders(database))
  await part(async () => {
    if (config.backups.scheduled) await warnAdministrators(database)
  })
  await part(async () => {
    if (outboxDays) counts['correos de outbox'] = await expireOutbox(config.dataDir, outboxDays)
  })

  await part(() => noteFreeSpace(config.dataDir))
  await part(async () => {
    await catchUpDerived(database)
    await catchUpHolds(database)
  })

  const removed = Object.entries(counts).filter(([, count]) => count > 0)
  if (removed.length > 0) log(`Limpieza: ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`)
}
