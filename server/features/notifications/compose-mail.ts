import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import { issueToken } from '../../http/tokens.ts'
import type { CustomerMail, MailJob } from '../../mail/queue-mail.ts'
import type { MailContent, Person } from '../../mail/render-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { findInvited, INVITATION_HOURS } from '../accounts/invite-staff.ts'
import { findLogin } from '../accounts/users.ts'
import { findBackupProblem } from '../backups/backup-state.ts'
import { findImport } from '../imports/import-store.ts'
import { isAnnounced } from '../orders/fulfilment/cancel-unpaid.ts'
import { findPrescriptionRejection } from '../orders/prescriptions/review-prescription.ts'
import { findRejection } from '../orders/proofs/check-proof.ts'
import { isUnpaid } from '../orders/proofs/unpaid-orders.ts'
import { invitation, recovery, secondFactorReset, welcome } from './templates/account.ts'
import { backupFailed } from './templates/backup.ts'
import { findAnswer, findForm, formReceived, requestAnswer } from './templates/form.ts'
import { importWaiting } from './templates/import.ts'
import { orderForPharmacy, orderReceived, orderStatus } from './templates/order.ts'
import { findOrder, type MailedOrder } from './templates/order-blocks.ts'
import {
  findMailedPayment,
  orderCancelling,
  orderPaid,
  orderUnpaid,
  proofRejected,
} from './templates/payment.ts'
import { prescriptionRejected } from './templates/prescription.ts'
import { findRecallMail, recallMail } from './templates/recall.ts'
import { findReminded, orderReminder } from './templates/reminder.ts'
import { findShipment, orderShipment } from './templates/shipment.ts'
import { findStockAlert, stockAlert } from './templates/stock-alert.ts'

/** A queued mail. `cause` is its key in the queue. */
type QueuedMail<Job = MailJob> = { cause: string; job: Job }

/**
 * Composes the content of a mail; undefined when its order, user, form request or alert doesn't exist any more, or the reason for the mail
 * is gone.
 */
export async function composeMail(
  database: Db,
  { cause, job }: QueuedMail,
): Promise<MailContent | undefined> {
  const findCustomersOrder = (job: CustomerMail) => addressedOrder(database, { cause, job })
  switch (job.kind) {
    case 'order-received': {
      const order = await findCustomersOrder(job)
      return order && orderReceived(order)
    }
    case 'order-for-pharmacy': {
      const order = await findOrder(database, job.orderId)
      return order && orderForPharmacy(order)
    }
    case 'order-status': {
      const order = await findCustomersOrder(job)
      return order && orderStatus(order, job)
    }
    case 'order-unpaid': {
      // The order may have been paid or cancelled since the mail was queued.
      const order = (await isUnpaid(database, job.orderId)) && (await findCustomersOrder(job))
      return order ? orderUnpaid(order, job) : undefined
    }
    case 'order-cancelling': {
      const order = (await isAnnounced(database, job)) && (await findCustomersOrder(job))
      return order ? orderCancelling(order, job) : undefined
    }
    case 'order-paid': {
      // The match may have been undone since the mail was queued.
      const payment = await findMailedPayment(database, job)
      const order = payment && (await findCustomersOrder(job))
      return order ? orderPaid(order, payment) : undefined
    }
    case 'order-shipment': {
      // The shipment may have changed, or the order been cancelled, since the mail was queued.
      const shipment = await findShipment(database, job)
      const order = shipment && (await findCustomersOrder(job))
      return order ? orderShipment(order, shipment) : undefined
    }
    case 'proof-rejected': {
      // The customer may have sent another proof since the mail was queued.
      const reason = await findRejection(database, job.orderId)
      const order = reason && (await findCustomersOrder(job))
      return order ? proofRejected(order, { orderId: job.orderId, reason }) : undefined
    }
    case 'prescription-rejected': {
      // The customer may have sent other pages since the mail was queued.
      const reason = await findPrescriptionRejection(database, job.orderId)
      const order = reason && (await findCustomersOrder(job))
      return order ? prescriptionRejected(order, { orderId: job.orderId, reason }) : undefined
    }
    case 'order-reminder': {
      const order = await findReminded(database, job.orderId)
      return order && orderReminder(order, await issueToken(database, 'stop-reminders', order.userId))
    }
    case 'welcome': {
      const user = await database
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', job.userId)
        .executeTakeFirst()
      return user && welcome({ name: user.name, address: user.email })
    }
    case 'second-factor-reset': {
      const user = await database
        .selectFrom('users')
        .select(['name', 'email as address'])
        .where('id', '=', job.userId)
        .executeTakeFirst()
      return user && secondFactorReset(user)
    }
    case 'recovery': {
      // The account is looked up here, because the request must not reveal whether the address has one.
      const user = await findLogin(database, job.email)
      if (!user) return undefined
      return recovery(
        { name: user.name, address: user.email },
        await issueToken(database, 'password-reset', user.id),
      )
    }
    case 'form-received': {
      const form = await findForm(database, job.requestId)
      return form && formReceived(form)
    }
    case 'stock-alert': {
      const alert = await findStockAlert(database, job.alertId)
      return alert && stockAlert(alert, await issueToken(database, 'stop-alerts', job.alertId))
    }
    case 'request-answer': {
      const answer = await findAnswer(database, job.answerId)
      return answer && requestAnswer(answer)
    }
    case 'recall': {
      const mail = await findRecallMail(database, job)
      return mail && recallMail(mail)
    }
    case 'invitation': {
      // A disabled account gets no link.
      const user = await findInvited(database, job.userId)
      if (!user) return undefined
      return invitation(
        user,
        await issueToken(database, 'password-reset', user.id, { seconds: INVITATION_HOURS * 3_600 }),
      )
    }
    case 'import-waiting': {
      // Somebody may have saved the preview since the mail was queued.
      const report = await findImport(database, job.importId)
      const isOpen = report?.state === 'preview' || report?.state === 'refused'
      const to = isOpen && (await findAdministrator(database, job.userId))
      return to ? importWaiting({ to, report }) : undefined
    }
    case 'backup-failed': {
      const problem = await findBackupProblem(database)
      const to = problem && (await findAdministrator(database, job.userId))
      return to ? backupFailed({ to, ...problem }) : undefined
    }
  }
}

/** The administrator of a queued mail, unless the account was disabled or got another role since. */
const findAdministrator = (database: Db, userId: string): Promise<Person | undefined> =>
  database
    .selectFrom('users')
    .select(['name', 'email as address'])
    .where('id', '=', userId)
    .where('role', '=', 'Administrador')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/**
 * The order of a mail to its customer. Past the limit of mails to other addresses (docs/checkout-and-orders.md#mails), the mail goes to the
 * account's address. The first attempt decides this and stores the decision, so that further attempts don't count as further mails.
 */
async function addressedOrder(
  database: Db,
  { cause, job }: QueuedMail<CustomerMail>,
): Promise<MailedOrder | undefined> {
  const order = await findOrder(database, job.orderId)
  if (!order || order.email === order.account.address) return order
  const toAccount = job.toAccount ?? (await isPastLimit(database, order.email))
  if (job.toAccount === undefined)
    await sql`
      update mails set message = message || jsonb_build_object('toAccount', ${toAccount}::boolean)
      where cause = ${cause}`.execute(database)
  return { ...order, toAccount }
}

/** Counts a mail to an address that isn't the account's own. @returns whether this address got too many */
async function isPastLimit(database: Db, email: string): Promise<boolean> {
  try {
    await countAttempt(database, 'mailsToOthers', { account: email })
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY') return true
    throw error
  }
}
