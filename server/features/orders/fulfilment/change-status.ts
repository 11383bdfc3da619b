import { sql } from 'kysely'
import { type OrderStatus, orderStatuses, statusChangeEffects } from '#domain/order-status.ts'
import type { PrescriptionState } from '#domain/prescription.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { insertOrderEvents } from '../../../webhooks/queue-event.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { returnDispensings, takeOwnDispensing } from '../prescriptions/lasting-prescriptions.ts'
import { registerDispensing, strikeDispensing } from '../prescriptions/prescription-register.ts'
import { PRESCRIPTION_STATE } from '../prescriptions/prescription-state.ts'
import { takeUseAgain } from '../purchase/find-coupon.ts'
import { lockOrder } from '../state/lock-order.ts'
import { replaceBlockedLots, returnStock, takeStock } from '../state/order-lots.ts'
import { recordEvent } from '../state/record-event.ts'

/**
 * Sets an order's status. Cancelling returns the stock, and reopening a cancelled order takes it again. The status delivered first replaces
 * lots that have expired or are recalled. The register and the dispensings of the prescription follow. Setting the current status changes
 * nothing.
 *
 * @throws Refusal NOT_FOUND; NO_STOCK when there isn't enough stock to reopen the order; LOT_BLOCKED when too few good units are left to
 *   deliver; COUPON_USED when the coupon of a cancelled order was used up meanwhile; MONEY_RETURNED for a cancelled order whose money was
 *   returned
 */
export async function changeStatus(
  database: Db,
  { orderId, status, actor }: { orderId: string; status: OrderStatus; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== status) await changeLockedStatus(tx, order, { orderId, status, actor })
  })
}

/**
 * Sets an order to delivered, unless it needs a prescription that isn't approved. Used for several orders at once. {@link changeStatus} has
 * no such check, because staff who change a single order see its prescription.
 *
 * @throws Refusal as {@link changeStatus}; PRESCRIPTION_OPEN
 */
export async function deliverApproved(database: Db, { orderId, actor }: { orderId: string; actor: Actor }) {
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (orderStatuses[order.status].isHandedOver) return
    const { rows } = await sql<{ state: PrescriptionState }>`
      select ${PRESCRIPTION_STATE} as state from orders where id = ${orderId}`.execute(tx)
    if (!['none', 'approved'].includes(rows[0]!.state)) throw new Refusal('PRESCRIPTION_OPEN')
    await changeLockedStatus(tx, order, { orderId, status: 'delivered', actor })
  })
}

type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/**
 * Sets another status of a locked order.
 *
 * @param unpaid whether the order is cancelled because no transfer came; its mail then says so
 * @throws Refusal NO_STOCK; LOT_BLOCKED; COUPON_USED; MONEY_RETURNED
 */
export async function changeLockedStatus(
  tx: Tx,
  order: LockedOrder,
  { orderId, status, actor, unpaid }: { orderId: string; status: OrderStatus; actor: Actor; unpaid?: true },
) {
  const change = statusChangeEffects(order.status, status)
  if (change.stock === 'take') await refuseReturned(tx, orderId)
  if (change.stock === 'release')
    await returnStock(tx, orderId, { cause: 'cancellation', reference: orderId, actor })
  else if (change.stock === 'take')
    await takeStock(tx, orderId, { cause: 'reopening', reference: orderId, actor })
  else if (orderStatuses[status].isHandedOver)
    await replaceBlockedLots(tx, { orderId, actor, delivering: true })
  if (change.stock === 'take') await takeUseAgain(tx, orderId)
  await sql`
    with changed as (
      update orders set status = ${status} where id = ${orderId} returning id, number, status, total
    ) ${insertOrderEvents('order.updated', sql`changed`)}`.execute(tx)
  await changePrescription(tx, orderId, change)
  await recordEvent(tx, { orderId, kind: status, actor })
  await recordAudit(tx, actor, {
    action: 'order.status',
    subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
    before: { status: order.status },
    after: { status },
  })
  await queueMail(tx, { kind: 'order-status', orderId, status, unpaid })
}

/** Refuses to reopen an order whose money was returned: it would still count as paid. */
async function refuseReturned(tx: Tx, orderId: string) {
  const { rows } = await sql`select from payment_returns where order_id = ${orderId}`.execute(tx)
  if (rows.length === 0) return
  throw new Refusal('MONEY_RETURNED', {
    message:
      'El dinero de este pedido ya fue devuelto. Para reabrirlo, quita antes esa marca en Pagos, o deshaz la asignación de su transferencia.',
  })
}

/** Writes or strikes the register's rows, and returns the dispensings of lasting prescriptions or takes them again. */
async function changePrescription(
  tx: Tx,
  orderId: string,
  { stock, register }: ReturnType<typeof statusChangeEffects>,
) {
  if (register === 'strike') await strikeDispensing(tx, orderId)
  if (stock === 'take') await takeOwnDispensing(tx, orderId)
  if (stock === 'release') await returnDispensings(tx, orderId)
  if (register === 'write') await registerDispensing(tx, orderId)
}
