import { sql } from 'kysely'
import type { PrescriptionReview } from '#contract/order-prescriptions.ts'
import type { Order } from '#contract/orders.ts'
import { today } from '#contract/store-day.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { SERVES_DAYS } from '#domain/prescription.ts'
import {
  PRESCRIPTION_CONDITIONS,
  type PrescriptionCondition,
  SALE_CONDITION_NAMES,
} from '#domain/sale-condition.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Actor, accountOf, recordAudit } from '../../audit/record-audit.ts'
import { statusIs } from '../state/order-payment.ts'
import { removeLasting, returnDispensings, saveLasting } from './lasting-prescriptions.ts'
import { lockReviewed } from './lock-reviewed.ts'
import { completeRegister } from './prescription-register.ts'
import {
  APPROVAL,
  LAST_REVIEW,
  LINE_CONDITION,
  PRESCRIPTION,
  PRESCRIPTION_STATE,
} from './prescription-state.ts'

type Current = {
  prescription: Order['prescription']
  approval: NonNullable<Order['staff']>['approval']
}

/**
 * Records a pharmacist's decision about an order's prescription. Repeating the current decision changes nothing. The customer of a rejected
 * prescription gets a mail with the reason.
 *
 * @throws Refusal NOT_FOUND; ORDER_CLOSED when the order is cancelled, and for the rejection of an approved prescription that was
 *   delivered; NO_PRESCRIPTION; PRESCRIPTION_CHANGED when the pages or the decision aren't those that the caller saw; PRESCRIPTION_OLD when
 *   the prescription is older than the law allows and the caller didn't confirm that
 */
export async function reviewPrescription(
  database: Db,
  { orderId, review, actor }: { orderId: string; review: PrescriptionReview; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await lockReviewed(tx, orderId)
    const current = await readCurrent(tx, orderId)
    const { state, reviewed } = current.prescription
    if (!review.approved && state === 'approved' && orderStatuses[order.status].isHandedOver)
      throw new Refusal('ORDER_CLOSED')
    if (isRecorded(current, review)) return
    checkSeen(current, review)
    await checkAge(tx, { orderId, review, known: current.approval?.date })
    if (!review.approved) await removeLasting(tx, orderId)
    await writeReview(tx, { orderId, review, covered: state === 'covered', actor })
    if (review.approved) await saveLasting(tx, { orderId, review })
    else await returnDispensings(tx, orderId)
    await completeRegister(tx, orderId)
    // Reason and prescriber aren't recorded, because they may tell something about the customer's health.
    await recordAudit(tx, actor, {
      action: 'order.prescription-review',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      ...(reviewed && { before: { approved: reviewed.reason === '' } }),
      after: { approved: review.approved },
    })
    if (!review.approved && orderStatuses[order.status].isOpen)
      await queueMail(tx, { kind: 'prescription-rejected', orderId })
  })
}

async function readCurrent(tx: Tx, orderId: string): Promise<Current> {
  const { rows } = await sql<Current>`
    select ${PRESCRIPTION} as prescription, ${APPROVAL} as approval from orders where id = ${orderId}`.execute(
    tx,
  )
  return rows[0]!
}

/** Whether the same decision, with the same details, was the last one. */
function isRecorded({ prescription, approval }: Current, review: PrescriptionReview): boolean {
  if (!review.approved)
    return prescription.state === 'rejected' && prescription.reviewed?.reason === review.reason
  if (prescription.state !== 'approved' || !approval) return false
  const { prescriber, prescriberRut, date, folio, validUntil, deliveries } = review
  const same = [prescriber, prescriberRut, date || null, folio, validUntil || null, deliveries]
  return (
    JSON.stringify(same) ===
    JSON.stringify([
      ...[approval.prescriber, approval.prescriberRut, approval.date],
      ...[approval.folio, approval.validUntil, approval.deliveries],
    ])
  )
}

/** Compares the pages and the last decision with those that the caller saw, if the call has them. */
function checkSeen({ prescription: { pages, reviewed } }: Current, { seen }: PrescriptionReview) {
  if (!seen) return
  const moment = (instant: string | null | undefined) => instant && new Date(instant).getTime()
  if (seen.pages.join() !== pages.join() || moment(seen.reviewedAt) !== (moment(reviewed?.at) ?? null))
    throw new Refusal('PRESCRIPTION_CHANGED')
}

/**
 * Refuses an approval of a prescription that is too old, unless the caller confirms it. A changed approval with the same date (`known`)
 * isn't asked about again.
 */
async function checkAge(
  tx: Tx,
  { orderId, review, known }: { orderId: string; review: PrescriptionReview; known?: string | null },
) {
  const { approved, date, confirmOld } = review
  if (!approved || !date || confirmOld || date === known) return
  const { rows } = await sql<{ condition: PrescriptionCondition }>`
    select ${LINE_CONDITION} as condition from orders
    join order_lines on order_lines.order_id = orders.id join products p on p.id = order_lines.product_id
    where orders.id = ${orderId} and is_on_prescription(${LINE_CONDITION})`.execute(tx)
  const age = (Date.parse(today()) - Date.parse(date)) / 86_400_000
  const over = rows.map(({ condition }) => condition).filter((condition) => age > SERVES_DAYS[condition])
  const strictest = PRESCRIPTION_CONDITIONS.findLast((condition) => over.includes(condition))
  if (!strictest) return
  const name = SALE_CONDITION_NAMES[strictest].toLowerCase()
  throw new Refusal('PRESCRIPTION_OLD', {
    message: `Esta receta tiene ${age} días, y una ${name} sirve ${SERVES_DAYS[strictest]}. Confirma que la apruebas igual.`,
  })
}

function writeReview(
  tx: Tx,
  {
    orderId,
    review,
    covered,
    actor,
  }: { orderId: string; review: PrescriptionReview; covered: boolean; actor: Actor },
) {
  const { prescriber, prescriberRut, date, folio, validUntil, deliveries } = review
  const reviewer = accountOf(actor)
  const statement = review.approved
    ? sql`
        insert into prescription_reviews (order_id, approved, reviewer_id, covered, prescriber, prescriber_rut, prescribed_on, folio,
          valid_until, deliveries)
        values (${orderId}, true, ${reviewer}, ${covered}, ${prescriber}, ${prescriberRut}, ${date || null}, ${folio},
          ${validUntil || null}, ${deliveries})`
    : sql`
        insert into prescription_reviews (order_id, approved, reviewer_id, reason)
        values (${orderId}, false, ${reviewer}, ${review.reason})`
  return statement.execute(tx)
}

/** The reason of the last rejection of an order's prescription, while the order still waits for other pages; undefined afterwards. */
export async function findPrescriptionRejection(database: Db, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select (select reason ${LAST_REVIEW}) as reason
    from orders where id = ${orderId} and ${statusIs('isOpen')} and ${PRESCRIPTION_STATE} = 'rejected'`.execute(
    database,
  )
  return rows[0]?.reason
}
