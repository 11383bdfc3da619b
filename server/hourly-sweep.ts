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
  /** The number of removed rows, by words for the operator's log. */
  const counts: Record<string, number> = {}
  const part = (work: () => Promise<unknown>) => work().catch(onError)
  const count = (what: string, work: () => Promise<number>, isWanted: unknown = true) =>
    isWanted &&
    part(async () => {
      counts[what] = await work()
    })
  const countEach = (work: () => Promise<Record<string, number>>) =>
    part(async () => Object.assign(counts, await work()))

  await countEach(() => deleteExpiredRows(database))
  await count('registros de auditoría', () => expireAudit(database))
  await countEach(async () => {
    const { previews, imports } = await expireImports(database)
    return { 'revisiones de planillas': previews, 'importaciones vencidas': imports }
  })
  await count('registros de ingreso', () => expireLoginRecords(database, loginRecordDays), loginRecordDays)
  await count('recetas', () => expirePrescriptions(database, prescriptionDays), prescriptionDays)
  await count('líneas del libro de recetas', () => expireRegister(database, registerDays), registerDays)
  if (paymentDays)
    await countEach(async () => {
      const { payments, statements } = await expirePayments(database, paymentDays)
      return { 'transferencias sin pedido': payments, cartolas: statements }
    })
  await count('textos de transferencias', () => forgetErasedPayers(database))
  await count('imágenes', async () => {
    const { removed, errors } = await removeQueuedImages(database, images)
    for (const error of errors) onError(error)
    return removed
  })
  await count('imágenes sin fila', () => sweepImages({ database, images }, warn))
  await count('avisos de stock', () => expireStockAlerts(database))
  await part(() => comparePaymentsIfOutdated(database))
  // Up to 3 days, the mail that announces the cancellation goes out at about the same time and asks for the same.
  if (!cancelUnpaidDays || cancelUnpaidDays > 3)
    await part(() => queueUnpaidMails(database, cancelUnpaidDays))
  if (cancelUnpaidDays) {
    await count('pedidos sin pago cancelados', () => cancelUnpaid(database, cancelUnpaidDays))
    await part(() => announceCancellations(database, cancelUnpaidDays))
  }
  await part(() => queueDueReminders(database))
  if (config.backups.scheduled) await part(() => warnAdministrators(database))
  await count('correos de outbox', () => expireOutbox(config.dataDir, outboxDays), outboxDays)
  await part(() => noteFreeSpace(config.dataDir))
  await part(() => catchUpDerived(database))
  await part(() => catchUpHolds(database))

  const removed = Object.entries(counts).filter(([, count]) => count > 0)
  if (removed.length > 0) log(`Limpieza: ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`)
}

/**
 * Deletes expired sessions, tokens, rate limits, unfinished set-ups of a second factor and saved answers of batches, and mails and events
 * that ended 30 days ago. Several servers may run it at once.
 *
 * @returns the numbers of deleted rows, by words for the operator
 */
export async function deleteExpiredRows(database: Db) {
  const sessions = await sql`delete from sessions where expires_at < now()`.execute(database)
  const tokens = await sql<{ 'navegadores vencidos': number; 'enlaces vencidos': number }>`
    with expired as (delete from tokens where expires_at < now() returning purpose)
    select count(*) filter (where purpose in ('known-device', 'remembered-device'))::int as "navegadores vencidos",
      count(*) filter (where purpose = 'password-reset')::int as "enlaces vencidos" from expired`.execute(
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
    'sesiones vencidas': Number(sessions.numAffectedRows ?? 0),
    ...tokens.rows[0]!,
    'registros de correos': mails.rows[0]!.expired,
  }
}
