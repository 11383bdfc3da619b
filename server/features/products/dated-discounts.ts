import { sql } from 'kysely'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { TODAY } from '../../database/store-day.ts'
import { readProductFields, recordUpdated } from './audit-products.ts'

const BATCH = 500

/**
 * Begins and ends the discounts that are due. If a product's discount was changed meanwhile, the end keeps it. The audit names the person
 * who planned the discount. Several servers may run it at once.
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
      const { rows: planned } = await sql<{ id: string; userId: string }>`
        select product_id as id, actor_id as "userId" from dated_discounts where product_id = any(${ids}::uuid[])`.execute(
        tx,
      )
      const before = await readProductFields(tx, ids)
      await endDiscounts(tx, ids, sql`ends_on < ${TODAY}`)
      await beginDiscounts(tx, ids)
      for (const userId of new Set(planned.map((plan) => plan.userId))) {
        const own = planned.filter((plan) => plan.userId === userId)
        const fields = own.flatMap(({ id }) => (before.has(id) ? [[id, before.get(id)!] as const] : []))
        await recordUpdated(tx, { userId, address: '' }, new Map(fields))
      }
    })
  }
}

type Condition = ReturnType<typeof sql>

/** Ends planned and running discounts of locked products, and restores the previous ones. The caller writes the audit entry. */
export async function endDiscounts(tx: Tx, ids: readonly string[], condition: Condition = sql`true`) {
  await sql`
    with ended as (
      delete from dated_discounts where product_id = any(${ids}::uuid[]) and ${condition}
      returning product_id, discount, replaced
    )
    ${setDiscount(sql`ended`, { from: sql`ended.discount`, to: sql`ended.replaced` })}`.execute(tx)
}

/** Begins the due discounts of locked products. The caller writes the audit entry. */
export async function beginDiscounts(tx: Tx, ids: readonly string[]) {
  await sql`
    with begun as (
      update dated_discounts d set replaced = p.discount from products p
      where p.id = d.product_id and p.id = any(${ids}::uuid[]) and d.replaced is null
        and starts_on <= ${TODAY} and ends_on >= ${TODAY}
      returning d.product_id, d.discount, d.replaced
    )
    ${setDiscount(sql`begun`, { from: sql`begun.replaced`, to: sql`begun.discount` })}`.execute(tx)
}

/** Sets discounts from `from` to `to`; products whose discount isn't `from` stay unchanged. */
const setDiscount = (plans: Condition, { from, to }: { from: Condition; to: Condition }) => sql`
  update products set discount = ${to}, version = version + 1, updated_at = now() from ${plans}
  where products.id = product_id and products.discount = ${from} and products.discount <> ${to}`
