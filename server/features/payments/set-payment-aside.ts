import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { comparePayments } from './compare-payments.ts'
import { lockPayment, lockPayments } from './lock-payments.ts'

/**
 * Puts a transfer aside that pays no order, or takes it back among the undecided ones.
 *
 * @throws Refusal NOT_FOUND; ALREADY_MATCHED
 */
export async function setPaymentAside(
  database: Db,
  { paymentId, aside, actor }: { paymentId: string; aside: boolean; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockPayments(tx)
    const { state, amount, date } = await lockPayment(tx, paymentId)
    if (state === 'matched') throw new Refusal('ALREADY_MATCHED')
    if ((state === 'aside') === aside) return
    await tx
      .updateTable('payments')
      .set({ state: aside ? 'aside' : 'unknown', offers: '[]' })
      .where('id', '=', paymentId)
      .execute()
    await recordAudit(tx, actor, {
      action: 'payment.aside',
      subject: { kind: 'payment', id: paymentId, label: 'Transferencia' },
      before: { aside: !aside },
      after: { aside, amount, date },
    })
    await comparePayments(tx)
  })
}
