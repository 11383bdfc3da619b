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
import { findImport } from '../imports/save/import-store.ts'
import { isAnnounced } from '../orders/fulfilment/cancel-unpaid.ts'
import { findPrescriptionRejection } from '../orders/prescriptions/review-prescription.ts'
import { findRejection } from '../orders/proofs/payment-proof.ts'
import { isUnpaid } from '../orders/proofs/unpaid-orders.ts'
import { invitation, recovery, secondFactorReset, welcome } from './templates/account.ts'
import { backupFailed } from './templates/backup.ts'
import { findAnswer, findForm, formReceived, requestAnswer } from './templates/form.ts'
import { importWaiting } from './templates/import.ts'
import { orderForPharmacy, orderReceived, orderStatus, prescriptionRejected } from './templates/order.ts'
import { findOrder, type MailedOrder } from './templates/order-blocks.ts'
import {
  findMailedPayment,
  orderCancelling,
  orderPaid,
  orderUnpaid,
  proofRejected,
} from './templates/payment.ts'
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
  /** A mail to the customer of an order, unless its reason is gone since the mail was queued. */
  const toCustomer = <Reason>(
    job: CustomerMail,
    reason: Reason | undefined | Promise<Reason | undefined>,
    compose: (order: MailedOrder, reason: NonNullable<Reason>) => MailContent,
  ) =>
    when(reason, (found) => when(addressedOrder(database, { cause, job }), (order) => compose(order, found)))
  switch (job.kind) {
    case 'order-received':
      return toCustomer(job, true, orderReceived)
    case 'order-for-pharmacy':
      return when(findOrder(database, job.orderId), orderForPharmacy)
    case 'order-status':
      return toCustomer(job, job, orderStatus)
    case 'order-unpaid':
      return toCustomer(job, isUnpaid(database, job.orderId), (order) => orderUnpaid(order, job))
    case 'order-cancelling':
      return toCustomer(job, isAnnounced(database, job), (order) => orderCancelling(order, job))
    case 'order-paid':
      return toCustomer(job, findMailedPayment(database, job), orderPaid)
    case 'order-shipment':
      return toCustomer(job, findShipment(database, job), orderShipment)
    case 'proof-rejected':
      return toCustomer(job, findRejection(database, job.orderId), (order, reason) =>
        proofRejected(order, { orderId: job.orderId, reason }),
      )
    case 'prescription-rejected':
      return toCustomer(job, findPrescriptionRejection(database, job.orderId), (order, reason) =>
        prescriptionRejected(order, { orderId: job.orderId, reason }),
      )
    case 'order-reminder':
      return when(findReminded(database, job.orderId), async (order) =>
        orderReminder(order, await issueToken(database, 'stop-reminders', order.userId)),
      )
    case 'welcome':
      return when(people(database).where('id', '=', job.userId).executeTakeFirst(), welcome)
    case 'second-factor-reset':
      return when(people(database).where('id', '=', job.userId).executeTakeFirst(), secondFactorReset)
    case 'recovery':
      // The account is looked up here, because the request must not reveal whether the address has one.
      return when(findLogin(database, job.email), async ({ id, name, email }) =>
        recovery({ name, address: email }, await issueToken(database, 'password-reset', id)),
      )
    case 'form-received':
      return when(findForm(database, job.requestId), formReceived)
    case 'stock-alert':
      return when(findStockAlert(database, job.alertId), async (alert) =>
        stockAlert(alert, await issueToken(database, 'stop-alerts', job.alertId)),
      )
    case 'request-answer':
      return when(findAnswer(database, job.answerId), requestAnswer)
    case 'recall':
      return when(findRecallMail(database, job), recallMail)
    case 'invitation':
      return when(findInvited(database, job.userId), async (user) =>
        invitation(
          user,
          await issueToken(database, 'password-reset', user.id, { seconds: INVITATION_HOURS * 3_600 }),
        ),
      )
    case 'import-waiting': {
      // Somebody may have saved the preview since the mail was queued.
      const report = await findImport(database, job.importId)
      if (report?.state !== 'preview' && report?.state !== 'refused') return undefined
      return when(findAdministrator(database, job.userId), (to) => importWaiting({ to, report }))
    }
    case 'backup-failed':
      return when(findBackupProblem(database), (problem) =>
        when(findAdministrator(database, job.userId), (to) => backupFailed({ to, ...problem })),
      )
  }
}

/** The mail that is composed of something found; undefined when nothing is. */
async function when<Found>(
  found: Found | Promise<Found>,
  compose: (found: NonNullable<Found>) => MailContent | undefined | Promise<MailContent | undefined>,
): Promise<MailContent | undefined> {
  const known = await found
  return known ? compose(known) : undefined
}

const people = (database: Db) => database.selectFrom('users').select(['name', 'email as address'])

/** The administrator of a queued mail, unless the account was disabled or got another role since. */
const findAdministrator = (database: Db, userId: string): Promise<Person | undefined> =>
  people(database)
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
