import { sql } from 'kysely'
import { awaitsHandover } from '#domain/order-status.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { requirePassword, wrongPassword } from '../accounts/passwords.ts'
import { IS_OWED, meetsRule } from '../orders/state/order-payment.ts'
import { lockPayments } from '../payments/compare-payments.ts'
import { eraseRows, removeFiles } from './erase-person.ts'

/**
 * Erases a customer's own account, after a check of the password (docs/people-and-access.md#own-data). Form requests and other accounts'
 * orders with the account's e-mail stay, because the address isn't verified.
 *
 * @throws Refusal BAD_INPUT at the password; ROLE_LOCKED for staff; ORDER_PENDING while a paid order isn't delivered, or the money of a
 *   cancelled one isn't returned; NO_SESSION when the account is already gone
 */
export async function eraseAccount(
  database: Db,
  images: ImageStore,
  { userId, password, dataDir }: { userId: string; password: string; dataDir: string },
) {
  const checked = await requirePassword(database, userId, password)
  const rows = await inTransaction(database, async (tx) => {
    const user = await lockCustomer(tx, userId)
    if (user.password_hash !== checked) throw wrongPassword()
    await lockPayments(tx)
    await refusePaidOrders(tx, userId)
    // The audit gets no network address, which is personal data too.
    return eraseRows(tx, { user, email: null, actor: { userId, address: '' } })
  })
  return removeFiles(database, images, { rows, email: null, dataDir })
}

/** Locks the account. The lock also excludes orders that are being placed, and changes of the role. */
async function lockCustomer(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'photo', 'role', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('NO_SESSION')
  if (user.role !== 'Cliente')
    throw new Refusal('ROLE_LOCKED', {
      message: 'Las cuentas del personal las elimina quien administra la tienda.',
    })
  return user
}

/**
 * Refuses the erasure while a paid order is open, or the money of a cancelled one isn't returned: without its details, an order can't be
 * delivered or refunded. An order with a rejected proof counts as paid, because a wrong amount may have been transferred.
 */
async function refusePaidOrders(tx: Tx, userId: string) {
  const orders = await tx
    .selectFrom('orders')
    .select(['number', 'status', meetsRule('unpaid').as('isUnpaid'), IS_OWED.as('isOwed')])
    .select(sql<boolean>`exists (select from rejected_proofs where order_id = orders.id)`.as('rejected'))
    .where('user_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const paid = orders.filter(
    ({ status, isUnpaid, rejected }) => awaitsHandover(status) && (!isUnpaid || rejected),
  )
  if (paid.length > 0)
    throw new Refusal('ORDER_PENDING', {
      message: `Tienes pedidos pagados que aún no se entregan (${numbersOf(paid)}). Podrás eliminar tu cuenta cuando estén entregados o cancelados.`,
    })
  const owed = orders.filter(({ isOwed }) => isOwed)
  if (owed.length > 0)
    throw new Refusal('ORDER_PENDING', {
      message: `Aún debemos devolverte el dinero de pedidos cancelados (${numbersOf(owed)}). Podrás eliminar tu cuenta después.`,
    })
}

const numbersOf = (orders: { number: number }[]) => orders.map(({ number }) => `N° ${number}`).join(', ')
