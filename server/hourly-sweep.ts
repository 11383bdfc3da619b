import { sql } from 'kysely'
import type { Db } from './database/schema.ts'
import { expireAudit } from './features/audit/erase-audit.ts'
import { warnAdministrators } from './features/backups/warn-administrators.ts'
import { expireImports } from './features/imports/import-history.ts'
import { expireLoginRecords } from './features/login-records/queries.ts'
import { announceCancellations, cancelUnpaid } from './features/orders/fulfilment/cancel-unpaid.ts'
import { expireRegister } from './features/orders/prescriptions/prescription-register.ts'
import { queueUnpaidMails } from './features/orders/proofs/unpaid-orders.ts'
import { comparePaymentsIfOutdated } from './features/payments/compare-payments.ts'
import { expirePayments, forgetErasedPayers } from './features/payments/expire-payments.ts'
import { catchUpDerived } from './features/products/catch-up-derived.ts'
import { catchUpHolds } from './features/products/hold-products.ts'
import { queueDueReminders } from './features/reminders/order-reminders.ts'
import { expirePrescriptions } from './features/requests/expire-prescriptions.ts'
import { noteFreeSpace } from './features/status/disk-part.ts'
import { expireStockAlerts } from './features/stock-alerts/stock-alerts.ts'
import { removeQueuedImages } from './images/image-removals.ts'
import { sweepImages } from './images/sweep-images.ts'
import { expireOutbox } from './mail/outbox.ts'
import { deleteEnded } from './queue/queue.ts'
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
  const { prescriptionDays, loginRecordDays, outboxDays, registerDays, paymentDays } = config.retention
  const { cancelUnpaidDays } = config
  const counts: Record<string, number> = {}
  const part = async (work: () => Promise<void>) => {
    await work().catch(onError)
  }
  const count = (what: string, work: () => Promise<number>) =>
    part(async () => {
      counts[what] = await work()
    })

  await part(async () => {
    const { sessions, devices, recoveryLinks, mails } = await deleteExpiredRows(database)
    counts['sesiones vencidas'] = sessions
    counts['navegadores vencidos'] = devices
    counts['enlaces vencidos'] = recoveryLinks
    counts['registros de correos'] = mails
  })
  await count('registros de auditoría', () => expireAudit(database))
  await part(async () => {
    const { previews, imports } = await expireImports(database)
    counts['revisiones de planillas'] = previews
    counts['importaciones vencidas'] = imports
  })
  if (loginRecordDays)
    await count('registros de ingreso', () => expireLoginRecords(database, loginRecordDays))
  if (prescriptionDays) await count('recetas', () => expirePrescriptions(database, prescriptionDays))
  if (registerDays) await count('líneas del libro de recetas', () => expireRegister(database, registerDays))
  await part(async () => {
    if (!paymentDays) return
    const { payments, statements } = await expirePayments(database, paymentDays)
    counts['transferencias sin pedido'] = payments
    counts.cartolas = statements
  })
  await count('textos de transferencias', () => forgetErasedPayers(database))
  await part(async () => {
    const { removed, errors } = await removeQueuedImages(database, images)
    counts.imágenes = removed
    for (const error of errors) onError(error)
  })
  await count('imágenes sin fila', () => sweepImages({ database, images }, warn))
  await count('avisos de stock', () => expireStockAlerts(database))
  await part(() => comparePaymentsIfOutdated(database))
  // Up to 3 days, the mail that announces the cancellation goes out at about the same time and asks for the same.
  if (!cancelUnpaidDays || cancelUnpaidDays > 3)
    await part(() => queueUnpaidMails(database, cancelUnpaidDays))
  await part(async () => {
    if (!cancelUnpaidDays) return
    counts['pedidos sin pago cancelados'] = await cancelUnpaid(database, cancelUnpaidDays)
    await announceCancellations(database, cancelUnpaidDays)
  })
  await part(() => queueDueReminders(database))
  if (config.backups.scheduled) await part(() => warnAdministrators(database))
  if (outboxDays) await count('correos de outbox', () => expireOutbox(config.dataDir, outboxDays))
  await part(() => noteFreeSpace(config.dataDir))
  await part(async () => {
    await catchUpDerived(database)
    await catchUpHolds(database)
  })

  const removed = Object.entries(counts).filter(([, count]) => count > 0)
  if (removed.length > 0) log(`Limpieza: ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`)
}

/** The number of removed rows by kind. */
type Swept = { sessions: number; devices: number; recoveryLinks: number; mails: number }

/**
 * Deletes expired sessions, tokens, rate limits, unfinished set-ups of a second factor and saved answers of batches, and mails and events
 * that ended 30 days ago. Several servers may run it at once.
 */
export async function deleteExpiredRows(database: Db): Promise<Swept> {
  const sessions = await sql`delete from sessions where expires_at < now()`.execute(database)
  const tokens = await sql<{ devices: number; recoveryLinks: number }>`
    with expired as (delete from tokens where expires_at < now() returning purpose)
    select count(*) filter (where purpose in ('known-device', 'remembered-device'))::int as devices,
      count(*) filter (where purpose = 'password-reset')::int as "recoveryLinks" from expired`.execute(
    database,
  )
  await sql`delete from second_factors where confirmed_at is null and started_at < now() - interval '1 hour'`.execute(
    database,
  )
  await sql`delete from rate_limits where resets_at < now()`.execute(database)
  await sql`delete from batch_answers where created_at < now() - interval '24 hours'`.execute(database)
  await deleteEnded('webhook_deliveries').execute(database)
  // Answers to form requests outlive their mails, so they keep the time of sending.
  const mails = await sql<{ expired: number }>`
    with expired as (${deleteEnded('mails')} returning message, sent_at), noted as (
      update request_answers answer set sent_at = expired.sent_at from expired
      where expired.message ->> 'answerId' = answer.id::text and expired.sent_at is not null
    )
    select count(*)::int as expired from expired`.execute(database)
  return {
    sessions: Number(sessions.numAffectedRows ?? 0),
    ...tokens.rows[0]!,
    mails: mails.rows[0]!.expired,
  }
}
