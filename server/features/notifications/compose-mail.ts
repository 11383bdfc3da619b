import type { Db } from '../../database/schema.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailJob } from '../../mail/mail-job.ts'
import { findInvited, INVITATION_HOURS } from '../accounts/invite-staff.ts'
import { issueReset } from '../accounts/issue-reset.ts'
import { findLogin } from '../accounts/queries.ts'
import { findBackupWarning } from '../backups/warn-administrators.ts'
import { findWaitingImport } from '../imports/warn-of-import.ts'
import { isAnnounced } from '../orders/cancel-unpaid.ts'
import { findRejection } from '../orders/reject-proof.ts'
import { findPrescriptionRejection } from '../orders/review-prescription.ts'
import { isUnpaid } from '../orders/unpaid-orders.ts'
import { issueLink } from '../reminders/issue-link.ts'
import { issueStopToken } from '../stock-alerts/stop-token.ts'
import { invitation, recovery, secondFactorReset, welcome } from './templates/account.ts'
import { backupFailed } from './templates/backup.ts'
import { findAnswer, findForm, formReceived, requestAnswer } from './templates/form.ts'
import { importWaiting } from './templates/import.ts'
import {
  findMailedPayment,
  findOrder,
  orderCancelling,
  orderForPharmacy,
  orderPaid,
  orderReceived,
  orderStatus,
  orderUnpaid,
  prescriptionRejected,
  proofRejected,
} from './templates/order.ts'
import { findReminded, orderReminder } from './templates/reminder.ts'
import { findStockAlert, stockAlert } from './templates/stock-alert.ts'

/**
 * Composes the content of a mail job; undefined when its order, user, form request or alert no longer exists, or the mail is no longer
 * due.
 */
export async function composeMail(database: Db, job: MailJob): Promise<MailContent | undefined> {
  switch (job.kind) {
    case 'order-received':
    case 'order-for-pharmacy':
    case 'order-status': {
      const order = await findOrder(database, job)
      if (!order) return undefined
      if (job.kind === 'order-status') return orderStatus(order, job)
      return job.kind === 'order-received' ? orderReceived(order) : orderForPharmacy(order)
    }
    case 'order-unpaid': {
      // The order may have been paid or cancelled since the mail was queued.
      const order = (await isUnpaid(database, job.orderId)) && (await findOrder(database, job))
      return order ? orderUnpaid(order, job) : undefined
    }
    case 'order-cancelling': {
      const order = (await isAnnounced(database, job)) && (await findOrder(database, job))
      return order ? orderCancelling(order, job) : undefined
    }
    case 'order-paid': {
      // The match may have been taken back since the mail was queued.
      const payment = await findMailedPayment(database, job)
      const order = payment && (await findOrder(database, job))
      return order ? orderPaid(order, payment) : undefined
    }
    case 'proof-rejected': {
      // The customer may have sent another proof since the mail was queued.
      const reason = await findRejection(database, job.orderId)
      const order = reason && (await findOrder(database, job))
      return order ? proofRejected(order, { orderId: job.orderId, reason }) : undefined
    }
    case 'prescription-rejected': {
      // The customer may have sent other pages since the mail was queued.
      const reason = await findPrescriptionRejection(database, job.orderId)
      const order = reason && (await findOrder(database, job))
      return order ? prescriptionRejected(order, { orderId: job.orderId, reason }) : undefined
    }
    case 'order-reminder': {
      const order = await findReminded(database, job.orderId)
      return order && orderReminder(order, await issueLink(database, order.userId))
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
      // The account is looked up here, because the request must not reveal whether the address has one
      // (docs/product.md#password-recovery).
      const user = await findLogin(database, job.email)
      if (!user) return undefined
      return recovery({ name: user.name, address: user.email }, await issueReset(database, user.id))
    }
    case 'form-received': {
      const form = await findForm(database, job.requestId)
      return form && formReceived(form)
    }
    case 'stock-alert': {
      const alert = await findStockAlert(database, job.alertId)
      return alert && stockAlert(alert, await issueStopToken(database, job.alertId))
    }
    case 'request-answer': {
      const answer = await findAnswer(database, job.answerId)
      return answer && requestAnswer(answer)
    }
    case 'invitation': {
      // A disabled account gets no link.
      const user = await findInvited(database, job.userId)
      if (!user) return undefined
      return invitation(user, await issueReset(database, user.id, INVITATION_HOURS))
    }
    case 'import-waiting': {
      // Somebody may have saved the preview since the mail was queued.
      const waiting = await findWaitingImport(database, job)
      return waiting && importWaiting(waiting)
    }
    case 'backup-failed': {
      const warning = await findBackupWarning(database, job.userId)
      return warning && backupFailed(warning)
    }
  }
}
