import { type RawBuilder, sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import type { saleConditionCalls } from '#contract/sale-conditions.ts'
import { decisionKey } from '#domain/sale-hold/decision-key.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { readProductFields, recordUpdated } from '../products/audit-products.ts'
import { tellStockAlerts } from '../stock/move-stock.ts'
import { type ListedHeld, readHeldGroups } from './queries.ts'

type Decision = CallOutput<typeof saleConditionCalls.decideHeld>['body'] & { actor: Actor }

/**
 * Sets the condition of sale of a group of held products, which are for sale from then on, unless it is a receta cheque. The decision also
 * applies to products of later lists with the same ingredient, strength and form.
 *
 * @returns how many products were changed
 * @throws Refusal NOT_FOUND when nothing of the group is held, SELECTION_CHANGED when it has other products than were shown
 */
export function decideHeld(
  database: Db,
  { group: shown, count, only, saleCondition, actor }: Decision,
): Promise<number> {
  return inTransaction(database, async (tx) => {
    // Decisions take turns, because two may be about the same products.
    await lockCatalog(tx, 'exclusive')
    const groups = await readHeldGroups(tx)
    const group = groups.find(
      ({ kind, name, proposal }) => kind === shown.kind && name === shown.name && proposal === shown.proposal,
    )
    if (!group) throw new Refusal('NOT_FOUND')
    if (group.products.length !== count)
      throw new Refusal('SELECTION_CHANGED', { data: { total: group.products.length } })
    const decided = only ? group.products.filter(({ id }) => only.includes(id)) : group.products
    if (decided.length < (only?.length ?? 0)) throw new Refusal('NOT_FOUND')
    await setCondition(tx, decided, saleCondition, actor)
    return decided.length
  })
}

/**
 * Accepts the proposals of all groups whose ingredient the list has. All of these are prescriptions, so that no product becomes free for
 * direct sale unseen.
 *
 * @returns how many products were changed
 * @throws Refusal SELECTION_CHANGED when other products than were shown wait
 */
export function acceptListed(
  database: Db,
  { count, actor }: { count: number; actor: Actor },
): Promise<number> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'exclusive')
    const groups = (await readHeldGroups(tx)).filter(({ reason }) => reason === 'listed')
    const total = groups.reduce((sum, { products }) => sum + products.length, 0)
    if (total !== count) throw new Refusal('SELECTION_CHANGED', { data: { total } })
    for (const { proposal, products } of groups)
      if (proposal) await setCondition(tx, products, proposal, actor)
    return total
  })
}

async function setCondition(
  tx: Tx,
  products: readonly ListedHeld[],
  saleCondition: Decision['saleCondition'],
  actor: Actor,
) {
  const ids = products.map(({ id }) => id)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  await writeCondition(tx, ids, sql`${saleCondition}`, actor)
  await tellStockAlerts(tx, ids)
  await rememberDecision(tx, products, saleCondition)
}

/** Sets the condition of sale of locked products. */
async function writeCondition(tx: Tx, ids: readonly string[], to: RawBuilder<unknown>, actor: Actor) {
  const before = await readProductFields(tx, ids)
  await sql`
    update products set sale_condition = ${to}, version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`.execute(tx)
  await recordUpdated(tx, actor, before)
}

async function rememberDecision(
  tx: Tx,
  products: readonly ListedHeld[],
  saleCondition: Decision['saleCondition'],
) {
  const subjects = [...new Set(products.map((product) => decisionKey(product, product.assessment)))]
  await sql`
    insert into sale_decisions (subject, sale_condition) select subject, ${saleCondition} from unnest(${subjects}::text[]) subject
    on conflict (subject) do update set sale_condition = excluded.sale_condition, decided_at = now()`.execute(
    tx,
  )
}

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
    else await writeCondition(tx, milder, sql`listed_condition`, actor)
    return milder.length
  })
}
