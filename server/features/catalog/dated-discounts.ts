import { sql } from 'kysely'
import { store } from '#store'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { readProductFields, recordUpdated } from './audit-products.ts'
import { lockCatalog } from './catalog-lock.ts'

/** Products whose discounts begin or end in one transaction. */
const BATCH = 500

const TODAY = sql`(now() at time zone ${sql.lit(store.timeZone)})::date`

/**
 * Begins and ends the discounts whose day has come (docs/product.md#discounts-with-days). A product whose discount was changed
 * meanwhile keeps it at the end. The audit names the person who planned the discount. Any number of servers may do so at the
 * same time.
 */
export async function applyDatedDiscounts(database: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select product_id as id from dated_discounts
      where ends_on < ${TODAY} or starts_on <= ${TODAY} and replaced is null
      order by product_id limit ${sql.lit(BATCH)}`.execute(database)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await inTransaction(database, async (tx) => {
      await lockCatalog(tx, 'shared')
      await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
      await endDiscounts(tx, ids, sql`ends_on < ${TODAY}`)
      await beginDiscounts(tx, ids)
    })
  }
}

type Condition = ReturnType<typeof sql>

/** Ends planned and running discounts of locked products, and returns to the discounts before them. */
export async function endDiscounts(tx: Tx, ids: readonly string[], condition: Condition = sql`true`) {
  const { rows } = await sql<{ id: string; actor: string; discount: number; replaced: number | null }>`
    delete from dated_discounts where product_id = any(${ids}::uuid[]) and ${condition}
    returning product_id as id, actor_id as actor, discount, replaced`.execute(tx)
  await setDiscounts(
    tx,
    rows.flatMap(({ replaced, discount, ...row }) =>
      replaced === null ? [] : [{ ...row, from: discount, to: replaced }],
    ),
  )
}

/** Begins the planned discounts of locked products whose first day has come. */
export async function beginDiscounts(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; actor: string; discount: number; replaced: number }>`
    update dated_discounts d set replaced = p.discount from products p
    where d.product_id = p.id and p.id = any(${ids}::uuid[]) and d.replaced is null and starts_on <= ${TODAY}
      and ends_on >= ${TODAY}
    returning p.id, actor_id as actor, d.discount, replaced`.execute(tx)
  await setDiscounts(
    tx,
    rows.map(({ discount, replaced, ...row }) => ({ ...row, from: replaced, to: discount })),
  )
}

type Step = { id: string; actor: string; from: number; to: number }

/** Sets discounts, but of products that have another discount than the one to replace. */
async function setDiscounts(tx: Tx, steps: Step[]) {
  if (steps.length === 0) return
  const before = await readProductFields(
    tx,
    steps.map(({ id }) => id),
  )
  await sql`
    update products p set discount = step."to", version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (id uuid, "from" numeric, "to" numeric)
    where p.id = step.id and p.discount = step."from" and p.discount <> step."to"`.execute(tx)
  for (const userId of new Set(steps.map(({ actor }) => actor))) {
    const own = steps.filter(({ actor }) => actor === userId).map(({ id }) => id)
    await recordUpdated(tx, { userId, address: '' }, new Map([...before].filter(([id]) => own.includes(id))))
  }
}
