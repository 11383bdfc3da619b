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
import { changeLocked } from './change-locked.ts'
import { beginDiscounts, endDiscounts } from './dated-discounts.ts'
import { productConditions } from './list-products.ts'

/** Products per statement, so that each takes little time. */
const BATCH = 1_000

type Actor = { userId: string; address: string }
type Changing = { selection: ProductSelection; change: ProductsChange; actor: Actor }

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
    const columns = Object.entries(await columnsOf(tx, change, actor))
    const lowered: NamedLot[] = []
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      lowered.push(
        ...(await changeLocked(tx, batch, { cause: 'count', actor }, () =>
          write(tx, batch, change, columns, actor),
        )),
      )
    }
    return { changed: ids.length, lowered }
  })
}

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

/** The columns that a change sets, besides the plan of a dated discount. */
async function columnsOf(tx: Tx, change: ProductsChange, actor: Actor): Promise<Record<string, unknown>> {
  switch (change.kind) {
    case 'category': {
      const ids = await findOrCreateByName(tx, 'categories', [change.category], actor)
      return { category_id: ids.get(change.category) }
    }
    case 'stock':
      return { stock: change.stock, counted_stock: change.stock }
    case 'saleCondition':
      return { sale_condition: change.saleCondition }
    case 'discount':
      return change.from ? {} : { discount: change.discount }
    case 'retired':
      return {}
  }
}

async function write(
  tx: Tx,
  ids: string[],
  change: ProductsChange,
  columns: [string, unknown][],
  actor: Actor,
) {
  // No new version: the retirement isn't a field of the form, and an open form can still be saved.
  if (change.kind === 'retired')
    await sql`
      update products set retired_at = case when ${change.retired} then now() end, updated_at = now()
      where id = any(${ids}::uuid[]) and (retired_at is null) = ${change.retired}`.execute(tx)
  if (change.kind === 'discount') await endDiscounts(tx, ids)
  if (columns.length > 0)
    await sql`
      update products set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
        version = version + 1, updated_at = now()
      where id = any(${ids}::uuid[]) and (${sql.join(
        columns.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`),
        sql` or `,
      )})`.execute(tx)
  if (change.kind !== 'discount' || !change.from) return
  await sql`
    insert into dated_discounts (product_id, discount, starts_on, ends_on, actor_id)
    select id, ${change.discount}, ${change.from}, ${change.until}, ${actor.userId} from unnest(${ids}::uuid[]) id`.execute(
    tx,
  )
  await beginDiscounts(tx, ids)
}
