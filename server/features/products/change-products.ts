import { sql } from 'kysely'
import { MAX_CHANGED, type ProductSelection, type ProductsChange } from '#contract/product-changes.ts'
import { formatWhole } from '#domain/price.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { where } from '../../database/where.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import { findOrCreateByName } from '../categories-and-suppliers/find-or-create.ts'
import type { NamedLot } from '../stock/lots.ts'
import { recordStock } from '../stock/move-stock.ts'
import { readProductFields, recordUpdated } from './audit-products.ts'
import { beginDiscounts, endDiscounts } from './dated-discounts.ts'
import { holdProducts } from './hold-products.ts'
import { productConditions } from './list-products.ts'

/** Products per statement, so that each takes little time. */
const BATCH = 1_000

type Changing = {
  selection: ProductSelection
  change: ProductsChange
  actor: { userId: string; address: string }
}

/**
 * Applies one change to several products, all or none. Products that already have the value stay untouched.
 *
 * @returns how many products were selected, and the units that their new stock takes from lots
 * @throws Refusal NOT_FOUND; SELECTION_CHANGED when the list has other products than the person saw; BAD_INPUT for too many
 */
export function changeProducts(
  database: Db,
  { selection, change, actor }: Changing,
): Promise<{ changed: number; lowered: NamedLot[] }> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const ids = await select(tx, selection)
    await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
    // After the lock of the products, like orders, to avoid deadlocks.
    if (change.kind === 'retired' && change.retired)
      await sql`delete from cart_lines where product_id = any(${ids}::uuid[])`.execute(tx)
    const write = await prepare(tx, change, actor)
    const lowered: NamedLot[] = []
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      const before = await readProductFields(tx, batch)
      if (change.kind === 'discount') await endDiscounts(tx, batch)
      await write(batch)
      if (change.kind === 'discount') await beginDiscounts(tx, batch)
      lowered.push(...(await recordStock(tx, before, { cause: 'count', actor })))
      await holdProducts(tx, batch)
      await recordUpdated(tx, actor, before)
    }
    return { changed: ids.length, lowered }
  })
}

/** The ids of the selected products. */
async function select(tx: Tx, selection: ProductSelection): Promise<string[]> {
  const total = 'ids' in selection ? selection.ids.length : selection.total
  if (total > MAX_CHANGED)
    throw new Refusal('BAD_INPUT', {
      message: `Puedes cambiar hasta ${formatWhole(MAX_CHANGED)} productos a la vez. Filtra la lista.`,
    })
  const { scope, filters } =
    'ids' in selection
      ? { scope: [sql`id = any(${selection.ids.map(requireId)}::uuid[])`], filters: [] }
      : productConditions(selection.filter)
  const { rows } = await sql<{ id: string }>`
    select id from products ${where([...scope, ...filters])} order by id limit ${sql.lit(MAX_CHANGED + 1)}`.execute(
    tx,
  )
  if ('ids' in selection) {
    if (rows.length < new Set(selection.ids.map(requireId)).size) throw new Refusal('NOT_FOUND')
  } else if (rows.length !== total) throw new Refusal('SELECTION_CHANGED', { data: { total: rows.length } })
  return rows.map(({ id }) => id)
}

/** Returns a function that writes the change for locked products. */
async function prepare(
  tx: Tx,
  change: ProductsChange,
  actor: Changing['actor'],
): Promise<(ids: string[]) => Promise<unknown>> {
  const update = (ids: string[], set: ReturnType<typeof sql>, differs: ReturnType<typeof sql>) =>
    sql`update products set ${set}, updated_at = now() where id = any(${ids}::uuid[]) and ${differs}`.execute(
      tx,
    )
  switch (change.kind) {
    case 'category': {
      const ids = await findOrCreateByName(tx, 'categories', [change.category], actor)
      const category = ids.get(change.category)!
      return (ids) =>
        update(ids, sql`category_id = ${category}, version = version + 1`, sql`category_id <> ${category}`)
    }
    case 'stock':
      return (ids) =>
        update(
          ids,
          sql`stock = ${change.stock}, counted_stock = ${change.stock}, version = version + 1`,
          sql`(stock <> ${change.stock} or counted_stock is distinct from ${change.stock})`,
        )
    case 'saleCondition': {
      const { saleCondition } = change
      return (ids) =>
        update(
          ids,
          sql`sale_condition = ${saleCondition}, version = version + 1`,
          sql`sale_condition <> ${saleCondition}`,
        )
    }
    // No new version: the retirement isn't a field of the form, and an open form can still be saved.
    case 'retired':
      return change.retired
        ? (ids) => update(ids, sql`retired_at = now()`, sql`retired_at is null`)
        : (ids) => update(ids, sql`retired_at = null`, sql`retired_at is not null`)
    case 'discount': {
      const { discount, from, until } = change
      if (!from)
        return (ids) =>
          update(ids, sql`discount = ${discount}, version = version + 1`, sql`discount <> ${discount}`)
      return (ids) =>
        sql`
          insert into dated_discounts (product_id, discount, starts_on, ends_on, actor_id)
          select id, ${discount}, ${from}, ${until}, ${actor.userId} from unnest(${ids}::uuid[]) id`.execute(
          tx,
        )
    }
  }
}
