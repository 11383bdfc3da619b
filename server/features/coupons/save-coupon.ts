import { sql } from 'kysely'
import { type CouponChange, type CouponFields, type CouponRule, couponBody } from '#contract/coupons.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidField, invalidFields, Refusal } from '../../refusals/refusal.ts'
import { refuseTaken, type Taken } from '../../refusals/refuse-taken.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { COUPON_FIELDS } from './list-coupons.ts'

const TAKEN: Taken = { code: 'NAME_TAKEN', field: 'code', message: 'Ese código ya existe.' }

const subject = (id: string, code: string) => ({ kind: 'coupon', id, label: code })

/**
 * Adds a coupon, and returns its id.
 *
 * @throws Refusal NAME_TAKEN; BAD_INPUT for a category or a laboratory that doesn't exist
 */
export function createCoupon(database: Db, { fields, actor }: { fields: CouponFields; actor: Actor }) {
  const { code } = fields
  const create = inTransaction(database, async (tx) => {
    const { id } = await tx
      .insertInto('coupons')
      .values({ code, ...(await couponColumns(tx, fields)) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, { action: 'coupon.create', subject: subject(id, code), after: fields })
    return id
  })
  return refuseTaken(create, TAKEN)
}

/**
 * Changes the given fields of a coupon.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN; BAD_INPUT as {@link createCoupon}, and for new values that contradict the fields that stay
 */
export async function updateCoupon(
  database: Db,
  id: string,
  { change, actor }: { change: CouponChange; actor: Actor },
) {
  const update = inTransaction(database, async (tx) => {
    const before = await lockCoupon(tx, id)
    const value = change.value ?? (change.kind === 'delivery' ? 0 : before.value)
    const checked = couponBody.safeParse({ ...before, ...change, value })
    if (!checked.success) throw invalidFields(checked.error)
    const changes = changedFields(before, checked.data)
    if (!changes) return
    const columns = await couponColumns(tx, checked.data, changes.after)
    await tx
      .updateTable('coupons')
      .set({ code: checked.data.code, ...columns })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, actor, {
      action: 'coupon.update',
      subject: subject(id, checked.data.code),
      ...changes,
    })
  })
  await refuseTaken(update, TAKEN)
}

/**
 * Makes a coupon inactive. Ending it again changes nothing.
 *
 * @throws Refusal NOT_FOUND
 */
export async function endCoupon(database: Db, id: string, actor: Actor) {
  await inTransaction(database, async (tx) => {
    const { code, active } = await lockCoupon(tx, id)
    if (!active) return
    await tx.updateTable('coupons').set({ active: false }).where('id', '=', id).execute()
    await recordAudit(tx, actor, { action: 'coupon.end', subject: subject(id, code) })
  })
}

/**
 * Locks a coupon until the transaction ends, and reads its fields. The lock makes a change wait for orders that count the coupon's uses.
 */
async function lockCoupon(tx: Tx, id: string): Promise<CouponFields> {
  const { rows } = await sql<CouponFields>`
    select ${COUPON_FIELDS} from coupons where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/**
 * The columns of a coupon's rule.
 *
 * @param changed the fields that change; absent for a new coupon. Unchanged categories aren't looked up, because one may have been deleted.
 * @throws Refusal BAD_INPUT for a category or a laboratory that doesn't exist
 */
export async function couponColumns(
  tx: Tx,
  { from, until, usesPerCustomer, firstOrder, categories, laboratories, ...rule }: CouponRule,
  changed: Partial<Record<keyof CouponRule, unknown>> = { categories, laboratories },
) {
  const { kind, value, minimum, maximum, uses, active } = rule
  return {
    ...{ kind, value, minimum, uses, active, from_day: from, until_day: until },
    maximum: kind === 'delivery' ? null : maximum,
    uses_per_customer: usesPerCustomer,
    first_order: firstOrder,
    ...(changed.categories !== undefined && { categories: await findIds(tx, 'categories', categories) }),
    ...(changed.laboratories !== undefined && {
      laboratories: await findIds(tx, 'laboratories', laboratories),
    }),
  }
}

const NAMED = {
  categories: { table: 'categories', one: 'la categoría' },
  laboratories: { table: 'suppliers', one: 'el laboratorio' },
}

/** The ids of the rows with these names, compared without case and accents. */
async function findIds(tx: Tx, field: keyof typeof NAMED, names: readonly string[]): Promise<string[]> {
  const { table, one } = NAMED[field]
  const { rows } = await sql<{ name: string; id: string | null }>`
    select wanted.name, found.id from unnest(${names}::text[]) wanted (name)
    left join ${sql.table(table)} found on found.name_key = fold(wanted.name)`.execute(tx)
  const missing = rows.find(({ id }) => id === null)
  if (missing) throw invalidField(field, `No existe ${one} «${missing.name}».`)
  return [...new Set(rows.map(({ id }) => id!))]
}
