import { orderStatuses } from '#domain/order-status.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { applyMatches, lockOrders } from './apply-matches.ts'
import { comparePayments, splitAmount, storedOffers } from './compare-payments.ts'
import { lockPayment, lockPayments } from './lock-payments.ts'

/**
 * Pays orders with a transfer (docs/product.md#matching-transfers): each what is due in the given order, the last one the rest.
 *
 * @throws Refusal NOT_FOUND; ALREADY_MATCHED; ALREADY_PAID when nothing is due for an order; ORDER_CLOSED for a cancelled one;
 * BAD_INPUT when nothing of the transfer is left for one
 */
export async function matchPayment(
  database: Db,
  { paymentId, orderIds, actor }: { paymentId: string; orderIds: string[]; actor: Actor },
): Promise<void> {
  const ids = [...new Set(orderIds.map((id) => id.toLowerCase()))]
  await inTransaction(database, async (tx) => {
    await lockPayments(tx)
    const payment = await lockPayment(tx, paymentId)
    if (payment.state === 'matched') throw new Refusal('ALREADY_MATCHED')
    const orders = await lockOrders(tx, ids)
    const wanted = ids.map((id) => {
      const order = orders.get(id)
      if (!order) throw new Refusal('NOT_FOUND')
      return order
    })
    for (const { number, status, due } of wanted) {
      if (!orderStatuses[status].holdsStock)
        throw new Refusal('ORDER_CLOSED', { message: `El pedido N° ${number} está cancelado.` })
      if (due <= 0)
        throw new Refusal('ALREADY_PAID', { message: `Al pedido N° ${number} no le falta ningún pago.` })
    }
    const amounts = splitAmount(
      payment.amount,
      wanted.map(({ due }) => due),
    )
    const unpaid = wanted[amounts.findIndex((amount) => amount <= 0)]
    if (unpaid) {
      const message = `La transferencia no alcanza para el pedido N° ${unpaid.number}.`
      throw new Refusal('BAD_INPUT', { message, issues: [{ path: 'orders', message }] })
    }
    const offered = storedOffers(payment.offers).find(
      (offer) => offer.orders.length === ids.length && offer.orders.every((id) => ids.includes(id)),
    )
    const shares = wanted.map(({ id, due }, place) => ({
      orderId: id,
      amount: amounts[place]!,
      due,
      reasons: offered?.reasons ?? [],
    }))
    await applyMatches(tx, [{ paymentId, date: payment.date, shares }], orders, actor)
    await comparePayments(tx)
  })
}
