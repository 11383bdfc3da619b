import { sql } from 'kysely'
import { lotInWords, sumUnits } from '#domain/lots.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import { queueEvent } from '../../webhooks/queue-event.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { replaceBlockedLots } from '../orders/state/order-lots.ts'
import { statusIs } from '../orders/state/order-payment.ts'
import { type LotChange, moveLots, readLots, updateBlockedFrom } from '../stock/lots.ts'
import { recordStock } from '../stock/move-stock.ts'

type NewRecall = {
  productId: string
  /** Null: all lots and the units without one. */
  lots: readonly string[] | null
  reason: string
  actor: StaffActor
}

/**
 * Takes lots of a product off sale. Pending orders get other lots, as far as there are any, and the delivered orders with such lots are
 * recorded. Orders, deliveries and receipts wait, because they lock the product, too.
 *
 * @returns the recall's id
 * @throws Refusal NOT_FOUND for the product or one of the lots
 */
export function recallLots(
  database: Db,
  { productId, lots: chosen, reason, actor }: NewRecall,
): Promise<string> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const product = await lockProduct(tx, productId)
    const before = (await readLots(tx, [productId])).get(productId) ?? []
    const ids = chosen ? [...new Set(chosen.map(requireId))] : before.map(({ _id }) => _id)
    const known = new Set(before.map(({ _id }) => _id))
    if (ids.some((id) => !known.has(id))) throw new Refusal('NOT_FOUND')
    const { rows } = await sql<{ id: string }>`
      insert into recalls (product_id, reason, is_whole, units, actor_id, actor_name)
      select ${productId}, ${reason}, ${chosen === null}, 0, id, trim(name || ' ' || lastname) from users where id = ${actor.userId}
      returning id`.execute(tx)
    const { id } = rows[0]!
    const changes: LotChange[] = ids.map((lotId) => ({ productId, lotId, change: 0 }))
    if (chosen === null) {
      const aside = await setAside(tx, { recallId: id, productId, units: product.stock - sumUnits(before) })
      ids.push(aside.lotId)
      changes.push(aside)
    }
    await sql`
      with named as (
        insert into recalled_lots (recall_id, lot_id) select ${id}::uuid, lot_id from unnest(${ids}::uuid[]) lot_id
      )
      update lots set recalled = true where id = any(${ids}::uuid[])`.execute(tx)
    await updateBlockedFrom(tx, [productId])
    await recordStock(tx, new Map([[productId, product]]), { cause: 'recall', reference: id, actor }, changes)
    await findOrders(tx, { id, productId, ids, whole: chosen === null })
    for (const orderId of await findPending(tx, ids))
      await replaceBlockedLots(tx, { orderId, actor, delivering: false })
    const { rows: units } = await sql<{ units: number }>`
      update recalls set units = (select sum(units) from lots where lots.id = any(${ids}::uuid[])) where id = ${id}
      returning units`.execute(tx)
    const recalled = before.filter(({ _id }) => ids.includes(_id))
    const named = recalled.map(({ lot, expires }) => ({ lot, expires }))
    await queueEvent(tx, 'stock.recalled', {
      subject: id,
      data: {
        _id: id,
        productId,
        barcode: product.barcode,
        lots: chosen && named,
        units: units[0]!.units,
      },
    })
    await recordAudit(tx, actor, {
      action: 'stock.recall',
      subject: { kind: 'product', id: productId, label: product.tradename },
      after: { lots: chosen ? recalled.map(lotInWords).join(', ') : 'todos', reason },
    })
    return id
  })
}

async function lockProduct(tx: Tx, id: string) {
  const { rows } = await sql<{ tradename: string; barcode: string; stock: number }>`
    select tradename, barcode, stock from products where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** The units of order lines that have no lot. */
const UNRECORDED = sql`
  select order_id, product_id, quantity - coalesce((
    select sum(units) from order_line_lots taken where taken.order_id = line.order_id and taken.product_id = line.product_id
  ), 0)::int as units
  from order_lines line`

/** Puts the units without a lot, also those of pending orders, into a lot of the recall. */
async function setAside(
  tx: Tx,
  { recallId, productId, units }: { recallId: string; productId: string; units: number },
): Promise<LotChange> {
  const { rows } = await sql<{ id: string }>`
    insert into lots (product_id, code, units, set_aside_by) values (${productId}, '', ${units}, ${recallId}) returning id`.execute(
    tx,
  )
  const lotId = rows[0]!.id
  await sql`
    insert into order_line_lots (order_id, product_id, lot_id, units)
    select order_id, product_id, ${lotId}::uuid, units from (${UNRECORDED}) line join orders on orders.id = order_id
    where product_id = ${productId} and units > 0 and ${statusIs('isOpen')}`.execute(tx)
  return { productId, lotId, change: units }
}

const findPending = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${statusIs('isOpen')}
      and id in (select order_id from order_line_lots where lot_id = any(${ids}::uuid[])) order by number`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

type Found = { id: string; productId: string; ids: readonly string[]; whole: boolean }

/**
 * Records the delivered orders with a recorded lot of the recall, and those without a recorded lot that were delivered while one of the
 * lots was in stock: from its first units until the last one was sold or handed over.
 */
async function findOrders(tx: Tx, { id, productId, ids, whole }: Found) {
  await sql`
    with recorded as (
      select distinct order_id from order_line_lots join orders on orders.id = order_id
      where lot_id = any(${ids}::uuid[]) and ${statusIs('isHandedOver')}
    ), delivered as (
      select order_id, coalesce(
        (select max(happened_at) from order_events where order_events.order_id = line.order_id and kind = 'delivered'),
        orders.created_at) as delivered_at
      from (${UNRECORDED}) line join orders on orders.id = order_id
      where product_id = ${productId} and units > 0 and ${statusIs('isHandedOver')}
    ), lot as (
      select lots.created_at as since, case when units = 0 and not exists (
          select from order_line_lots taken join orders on orders.id = order_id
          where taken.lot_id = lots.id and ${statusIs('isOpen')})
        then greatest(
          (select max(created_at) from stock_movements where lot_id = lots.id),
          (select max(happened_at) from order_events join order_line_lots taken using (order_id)
            where taken.lot_id = lots.id and kind = 'delivered')) else 'infinity' end as until
      from lots where lots.id = any(${ids}::uuid[])
    )
    insert into recall_orders (recall_id, order_id, certainty)
    select ${id}::uuid, order_id, 'recorded' from recorded
    union all
    select ${id}::uuid, order_id, 'possible' from delivered where order_id not in (select order_id from recorded)
      and (${whole} or exists (select from lot where delivered_at between since and until))`.execute(tx)
}

/**
 * Ends a recall: its lots are for sale again, unless another recall has them, and the units that it set aside are stock without a lot
 * again.
 *
 * @throws Refusal NOT_FOUND; RECALL_LIFTED
 */
export async function liftRecall(database: Db, { id, actor }: { id: string; actor: StaffActor }) {
  await inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const found = await sql<{ productId: string }>`
      select product_id as "productId" from recalls where id = ${id}`.execute(tx)
    if (!found.rows[0]) throw new Refusal('NOT_FOUND')
    const { productId } = found.rows[0]
    const product = await lockProduct(tx, productId)
    const { rows: lifted } = await sql`
      update recalls set lifted_at = now() where id = ${id} and lifted_at is null returning 1`.execute(tx)
    if (lifted.length === 0) throw new Refusal('RECALL_LIFTED')
    const { rows: lots } = await sql<{ lotId: string; units: number; isAside: boolean }>`
      update lots set recalled = false from recalled_lots
      where recalled_lots.lot_id = lots.id and recall_id = ${id} and not exists (
        select from recalled_lots other join recalls on recalls.id = other.recall_id
        where other.lot_id = lots.id and recalls.lifted_at is null)
      returning lots.id as "lotId", units, set_aside_by is not null as "isAside"`.execute(tx)
    const changes = lots.map(
      ({ lotId, units, isAside }): LotChange => ({
        productId,
        lotId,
        change: isAside ? -units : 0,
      }),
    )
    const aside = lots.filter(({ isAside }) => isAside).map(({ lotId }) => lotId)
    await sql`delete from order_line_lots where lot_id = any(${aside}::uuid[])`.execute(tx)
    await moveLots(tx, changes)
    await updateBlockedFrom(tx, [productId])
    const move = { cause: 'recall-lift', reference: id, actor } as const
    await recordStock(tx, new Map([[productId, product]]), move, changes)
    await recordAudit(tx, actor, {
      action: 'stock.recall-lift',
      subject: { kind: 'product', id: productId, label: product.tradename },
    })
  })
}
