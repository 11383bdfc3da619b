import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { readProductFields, recordUpdated } from '../products/audit-products.ts'

type Applying = { ids?: readonly string[] | undefined; keep: boolean; actor: Actor }

/**
 * Sets the listed condition on products that are sold under a milder one than their ingredient's. With `keep`, they keep their condition
 * and aren't reported any more.
 *
 * @returns how many products were changed
 */
export function applyListedConditions(database: Db, { ids, keep, actor }: Applying): Promise<number> {
  return inTransaction(database, async (tx) => {
    const chosen = ids ? sql`id = any(${ids.map(requireId)}::uuid[])` : sql`true`
    const { rows } = await sql<{ id: string }>`
      select id from products where listed_condition not in ('', 'pending') and ${chosen} order by id for no key update`.execute(
      tx,
    )
    const milder = rows.map(({ id }) => id)
    if (keep)
      await sql`update products set listed_condition = '' where id = any(${milder}::uuid[])`.execute(tx)
    else {
      const before = await readProductFields(tx, milder)
      await sql`
        update products set sale_condition = listed_condition, version = version + 1, updated_at = now()
        where id = any(${milder}::uuid[])`.execute(tx)
      await recordUpdated(tx, actor, before)
    }
    return milder.length
  })
}
