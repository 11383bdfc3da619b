import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import type { saleConditionCalls } from '#contract/sale-conditions.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { readProductFields, recordUpdated } from '../products/audit-products.ts'
import { findIngredient } from './queries.ts'

type Decision = CallOutput<typeof saleConditionCalls.decideHeld>['body'] & { actor: Actor }

/**
 * Sets the condition of sale of all held products of an ingredient, which are for sale from then on, unless it is a receta cheque.
 *
 * @returns how many products were changed
 * @throws Refusal NOT_FOUND when no product of the ingredient is held
 */
export function decideHeld(database: Db, { ingredient, saleCondition, actor }: Decision): Promise<number> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const listed = await findIngredient(tx, ingredient)
    const { rows } = await sql<{ id: string }>`
      select id from products where held_ingredient = ${listed?.ingredient ?? ''} and held_ingredient <> ''
      order by id for no key update`.execute(tx)
    if (rows.length === 0) throw new Refusal('NOT_FOUND')
    const ids = rows.map(({ id }) => id)
    const before = await readProductFields(tx, ids)
    await sql`
      update products set sale_condition = ${saleCondition}, version = version + 1, updated_at = now()
      where id = any(${ids}::uuid[])`.execute(tx)
    await recordUpdated(tx, actor, before)
    return ids.length
  })
}
