import { sql } from 'kysely'
import { awaitsHandover, type OrderStatus } from '#domain/order-status.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { queueImageRemovals, removeQueuedImages } from '../../images/image-removals.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { removePersonsMails } from '../../mail/outbox.ts'
import { lockAdministrators, refuseLastAdministrator } from '../accounts/lock-administrators.ts'
import { eraseFromAudit } from '../audit/erase-audit.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { IS_OWED } from '../orders/state/order-payment.ts'
import { lockPayments } from '../payments/compare-payments.ts'
import { forgetPayers } from '../payments/expire-payments.ts'
import { cancelUnpaidOrders } from './cancel-unpaid-orders.ts'
import { ERASED_NAME, findOrCreateErasedAccount, isErasedAccount } from './erased-account.ts'
import { isMailAbout } from './mails-about.ts'

/**
 * Erases a person. Orders, login records and audit entries stay, anonymised; unpaid orders are cancelled. Rows without an account are found
 * by e-mail, which isn't verified: the caller must know that the address is the person's.
 *
 * @param email in lower case
 * @throws Refusal ROLE_LOCKED for the last administrator
 */
export async function erasePerson(
  database: Db,
  images: ImageStore,
  { email, dataDir, actor }: { email: string; dataDir: string; actor: Actor },
) {
  const rows = await inTransaction(database, async (tx) => {
    const administrators = await lockAdministrators(tx)
    const user = isErasedAccount(email) ? undefined : await lockUser(tx, email)
    if (user) refuseLastAdministrator(administrators, user.id)
    await lockPayments(tx)
    return eraseRows(tx, { user, email, actor })
  })
  return removeFiles(database, images, { rows, email, dataDir })
}

/**
 * Removes the files of rows that were erased.
 *
 * @returns the numbers of `rows`; `files`: of removed images and outbox files; `errors` of those that couldn't be removed: erasing the
 *   person again removes them
 */
export async function removeFiles(
  database: Db,
  images: ImageStore,
  {
    rows: { causes, ...rows },
    email,
    dataDir,
  }: { rows: Awaited<ReturnType<typeof eraseRows>>; email: string | null; dataDir: string },
) {
  const { removed, errors } = await removeQueuedImages(database, images)
  const mails = await removePersonsMails(dataDir, { email, causes }).catch((error) => {
    errors.push(error)
    return 0
  })
  return { ...rows, files: removed + mails, errors }
}

/** The account, locked. */
type LockedUser = { id: string; email: string; photo: string }

/**
 * Erases the rows of an account and, if an e-mail is given, form requests and other accounts' orders with that address. The caller holds
 * the lock of {@link lockPayments}.
 */
export async function eraseRows(
  tx: Tx,
  { user, email, actor }: { user: LockedUser | undefined; email: string | null; actor: Actor },
) {
  const userId = user?.id ?? null
  const { rows: requests } = await sql<{ id: string; photo: string }>`
    delete from form_requests where lower(email) = ${email}::text returning id, photo`.execute(tx)
  await queueImageRemovals(
    tx,
    'prescription',
    requests.map(({ photo }) => photo),
  )
  const cancelledOrders = user ? await cancelUnpaidOrders(tx, user.id) : []
  const orders = await eraseOrders(tx, user?.id, email)
  await forgetPayers(
    tx,
    orders.map(({ id }) => id),
  )
  const { rows: alerts } = await sql<{ id: string }>`
    delete from stock_alerts where user_id = ${userId}::uuid or email = ${email}::text returning id`.execute(
    tx,
  )
  const address = email ?? user?.email ?? null
  const mails = await tx
    .deleteFrom('mails')
    .where(isMailAbout({ userId, email: address, orders, requests, alerts }))
    .returning('cause')
    .execute()
  const loginRecords = await sql`
    update user_activity set name = ${ERASED_NAME}, email = '', user_id = null
    where user_id = ${userId}::uuid or lower(email) = ${email}::text`.execute(tx)
  if (user) {
    await queueImageRemovals(tx, 'user', [user.photo])
    await sql`update product_imports set actor_name = ${ERASED_NAME} where actor_id = ${user.id}`.execute(tx)
    await sql`update bank_statements set actor_name = ${ERASED_NAME} where actor_id = ${user.id}`.execute(tx)
    // Deletes in cascade sessions, known devices, the second factor, tokens of mailed links, interests, cart lines and lasting
    // prescriptions.
    await tx.deleteFrom('users').where('id', '=', user.id).execute()
  }
  await eraseFromAudit(tx, { userId: user?.id, email })
  const counts = {
    accounts: user ? 1 : 0,
    orders: orders.length,
    formRequests: requests.length,
    stockAlerts: alerts.length,
    loginRecords: Number(loginRecords.numAffectedRows ?? 0),
    mails: mails.length,
  }
  // The audit gets no order numbers, which would reveal the orders of one person.
  if (Object.values(counts).some((count) => count > 0))
    await recordAudit(tx, actor, {
      action: 'person.erase',
      subject: { kind: 'user', id: userId ?? '', label: '' },
    })
  return {
    ...counts,
    /** The order numbers of unpaid orders, which were cancelled. */
    cancelledOrders,
    /** The numbers of pending orders, which can't be delivered without the erased address. */
    pendingOrders: orders.filter(({ status }) => awaitsHandover(status)).map(({ number }) => number),
    /** The numbers of cancelled orders whose money wasn't returned. */
    owedOrders: await findOwedOrders(tx, orders),
    causes: mails.map(({ cause }) => cause),
  }
}

async function findOwedOrders(tx: Tx, orders: ErasedOrder[]): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from orders
    where id = any(${orders.map(({ id }) => id)}::uuid[]) and ${IS_OWED} order by number`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Locks the account: the lock waits for orders that are being placed, and blocks new ones. */
async function lockUser(tx: Tx, email: string) {
  const { rows } = await sql<LockedUser>`
    select id, email, photo from users where email = ${email} for update`.execute(tx)
  return rows[0]
}

type ErasedOrder = { id: string; number: number; status: OrderStatus }

/** Replaces the shipping details, which name the person. */
const ANONYMOUS = {
  name: ERASED_NAME,
  last_name: '',
  address: '',
  city: '',
  postal_code: '',
  phone: '',
  email: '',
  recipient_name: '',
  recipient_rut: '',
}

/**
 * Anonymises orders. Other accounts' orders with the person's e-mail lose the shipping details, notes and mails too, but keep their account
 * and images.
 */
async function eraseOrders(tx: Tx, userId: string | undefined, email: string | null): Promise<ErasedOrder[]> {
  const own = userId ? await eraseOwned(tx, userId) : []
  const erased = await tx
    .updateTable('orders')
    .set(ANONYMOUS)
    .where(sql<boolean>`(id = any(${own}::uuid[]) or lower(email) = ${email}::text)`)
    .returning(['id', 'number', 'status'])
    .execute()
  const ids = erased.map(({ id }) => id)
  // The staff's notes may name the person.
  await sql`delete from order_notes where order_id = any(${ids}::uuid[])`.execute(tx)
  // The rows that link the orders to a recall stay.
  await sql`
    update recall_orders set subject = null, message = null
    where order_id = any(${ids}::uuid[]) and subject is not null`.execute(tx)
  return erased
}

/**
 * Erases the images and health data of an account's orders, and gives the orders to the erased persons' account.
 *
 * @returns the orders' ids
 */
async function eraseOwned(tx: Tx, userId: string): Promise<string[]> {
  const { rows: owned } = await sql<{ id: string }>`
    select id from orders where user_id = ${userId} for no key update`.execute(tx)
  if (owned.length === 0) return []
  const ids = owned.map(({ id }) => id)
  await sql`
    with rejected as (
      delete from rejected_proofs where order_id = any(${ids}::uuid[]) returning photo
    ), pages as (
      delete from order_prescriptions where order_id = any(${ids}::uuid[]) returning photo
    )
    insert into image_removals (kind, name)
    select kind, name from (
      select 'proof' as kind, payment as name from orders where id = any(${ids}::uuid[])
      union select 'proof', photo from rejected
      union select 'order-prescription', photo from pages
    ) image where name <> ''
    on conflict do nothing`.execute(tx)
  // The decision stays with the order: without its texts it says nothing about the person.
  await sql`
    update prescription_reviews set reason = '', prescriber = '', prescriber_rut = '', prescribed_on = null, folio = '',
      valid_until = null
    where order_id = any(${ids}::uuid[])`.execute(tx)
  // The register of dispensed prescriptions keeps its texts as long as the law demands (docs/personal-data.md#a-person-asks).
  await sql`update dispensed_prescriptions set patient_id = null where patient_id = ${userId}`.execute(tx)
  await sql`delete from order_reminders where order_id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update orders set user_id = ${await findOrCreateErasedAccount(tx)}, payment = '', proof_checked_at = null, proof_digest = null,
      prescription_sent = false, idempotency_key = null
    where user_id = ${userId}`.execute(tx)
  return ids
}
