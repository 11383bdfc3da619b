import { sql } from 'kysely'
import type { OrderLots } from '#contract/lots.ts'
import { type Lot, lotInWords, proposeLots, sellableUnits, sumUnits, type TakenLot } from '#domain/lots.ts'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { unitsInWords } from '#domain/stock.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { invalidField, isId, Refusal } from '../../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { type LotChange, moveLots, readLots } from '../../stock/lots.ts'
import { type Move, moveStock, recordStock } from '../../stock/move-stock.ts'
import { lockOrder } from './lock-order.ts'

/** A line of an order with its locked product. */
type LockedLine = {
  productId: string
  tradename: string
  stock: number
  quantity: number
  /** The lots that the line takes. */
  taken: TakenLot[]
  /** The product's lots, sorted by their expiry. */
  lots: Lot[]
}

/** Locks the products of an order's lines in the same order as purchases do, and then reads their lots. */
async function lockLines(tx: Tx, orderId: string): Promise<LockedLine[]> {
  const { rows } = await sql<Omit<LockedLine, 'taken' | 'lots'> & { hasLots: boolean }>`
    select p.id as "productId", p.tradename, p.stock, l.quantity, p.blocked_from is not null
      or exists (select from order_line_lots where order_id = l.order_id and product_id = p.id) as "hasLots"
    from order_lines l join products p on p.id = l.product_id
    where l.order_id = ${orderId} order by p.id for no key update of p`.execute(tx)
  const lotted = rows.filter(({ hasLots }) => hasLots).map(({ productId }) => productId)
  const [lots, taken] = lotted.length > 0 ? [await readLots(tx, lotted), await readTaken(tx, orderId)] : []
  return rows.map(({ hasLots: _, ...line }) => ({
    ...line,
    lots: lots?.get(line.productId) ?? [],
    taken: taken?.filter(({ productId }) => productId === line.productId) ?? [],
  }))
}

async function readTaken(tx: Tx, orderId: string) {
  const { rows } = await sql<TakenLot & { productId: string }>`
    select product_id as "productId", lot_id as "_id", units from order_line_lots where order_id = ${orderId}`.execute(
    tx,
  )
  return rows
}

/** Returns the units of a cancelled order to the stock and to their lots. */
export async function returnStock(tx: Tx, orderId: string, move: Move) {
  const lines = await lockLines(tx, orderId)
  const changes = lines.flatMap(({ productId, taken }) =>
    taken.map(({ _id, units }) => ({ productId, lotId: _id, change: units })),
  )
  await writeTaken(tx, orderId, changes)
  await moveStock(tx, unitsOf(lines, 1), move, changes)
}

/**
 * Takes the units of a cancelled order again when it is reopened, from the lots that expire first.
 *
 * @throws Refusal NO_STOCK
 */
export async function takeStock(tx: Tx, orderId: string, move: Move) {
  const lines = await lockLines(tx, orderId)
  const short = lines.find(({ stock, lots, quantity }) => sellableUnits(stock, lots) < quantity)
  if (short) throw new Refusal('NO_STOCK', { message: `No hay stock suficiente de ${short.tradename}.` })
  const changes = lines.flatMap(({ productId, lots, quantity }) =>
    proposeLots(lots, quantity).map(({ _id, units }) => ({ productId, lotId: _id, change: -units })),
  )
  await writeTaken(tx, orderId, changes)
  await moveStock(tx, unitsOf(lines, -1), move, changes)
}

const unitsOf = (lines: readonly LockedLine[], sign: 1 | -1) =>
  sql`select * from unnest(${lines.map(({ productId }) => productId)}::uuid[],
    ${lines.map(({ quantity }) => sign * quantity)}::integer[]) line (product_id, units)`

/** Moves units between lots and an order's lines. */
async function writeTaken(tx: Tx, orderId: string, changes: readonly LotChange[]) {
  if (changes.length === 0) return
  await moveLots(tx, changes)
  await sql`
    with changed as (
      select * from unnest(${changes.map(({ productId }) => productId)}::uuid[], ${changes.map(({ lotId }) => lotId)}::uuid[],
        ${changes.map(({ change }) => -change)}::integer[]) change (product_id, lot_id, units)
    ), left_over as (
      delete from order_line_lots taken using changed
      where taken.order_id = ${orderId} and taken.product_id = changed.product_id and taken.lot_id = changed.lot_id
        and taken.units + changed.units = 0
    ), fewer as (
      update order_line_lots taken set units = taken.units + changed.units from changed
      where taken.order_id = ${orderId} and taken.product_id = changed.product_id and taken.lot_id = changed.lot_id
        and taken.units + changed.units > 0
    )
    insert into order_line_lots (order_id, product_id, lot_id, units)
    select ${orderId}, product_id, lot_id, units from changed
    where not exists (select from order_line_lots taken
      where taken.order_id = ${orderId} and taken.product_id = changed.product_id and taken.lot_id = changed.lot_id)`.execute(
    tx,
  )
}

/** The exchange that replaces a line's blocked lots; `missing` units can't be replaced. */
export function replaceBlocked({ stock, lots, taken }: Pick<LockedLine, 'stock' | 'lots' | 'taken'>) {
  const isBlocked = new Set(lots.filter(({ blocked }) => blocked).map(({ _id }) => _id))
  const lost = taken.filter(({ _id }) => isBlocked.has(_id))
  const missing = Math.max(0, sumUnits(lost) - sellableUnits(stock, lots))
  // Units that can't be replaced stay in their blocked lots.
  let stays = missing
  const returned = lost
    .map(({ _id, units }) => {
      const kept = Math.min(units, stays)
      stays -= kept
      return { _id, units: units - kept }
    })
    .filter(({ units }) => units > 0)
  return { lost, missing, returned, proposed: proposeLots(lots, sumUnits(returned)) }
}

/**
 * Replaces the expired and recalled lots of a pending order by other units, as far as there are enough.
 *
 * @throws Refusal LOT_BLOCKED when too few other units are left and the order is being delivered
 */
export async function replaceBlockedLots(
  tx: Tx,
  { orderId, actor, delivering }: { orderId: string; actor: Actor; delivering: boolean },
) {
  const lines = await lockLines(tx, orderId)
  for (const line of lines) {
    const { lost, missing, returned, proposed } = replaceBlocked(line)
    if (delivering && missing > 0) {
      const names = line.lots.filter(({ _id }) => lost.some((lot) => lot._id === _id)).map(lotInWords)
      throw new Refusal('LOT_BLOCKED', {
        message: `${line.tradename}, ${names.join(', ')}: está vencido o retirado, y no quedan otras unidades (faltan ${unitsInWords(missing)}).`,
      })
    }
    await moveBetweenLots(tx, orderId, line, { returned, taken: proposed, actor })
  }
}

type Exchange = { returned: readonly TakenLot[]; taken: readonly TakenLot[]; actor: Actor }

/** Returns units of a line to lots and takes others. The difference comes from the stock without a lot, or goes to it. */
async function moveBetweenLots(
  tx: Tx,
  orderId: string,
  line: LockedLine,
  { returned, taken, actor }: Exchange,
) {
  const { productId, stock } = line
  const sums = new Map<string, number>()
  for (const { _id, units } of returned) sums.set(_id, (sums.get(_id) ?? 0) + units)
  for (const { _id, units } of taken) sums.set(_id, (sums.get(_id) ?? 0) - units)
  const changes = [...sums]
    .map(([lotId, change]) => ({ productId, lotId, change }))
    .filter(({ change }) => change !== 0)
  if (changes.length === 0) return
  await writeTaken(tx, orderId, changes)
  const move = { cause: 'order-lots', reference: orderId, actor } as const
  await recordStock(tx, new Map([[productId, { stock }]]), move, changes)
}

/**
 * Changes the lots that lines of a pending order take. The other units of a line come from the stock without a lot.
 *
 * @throws Refusal NOT_FOUND, also for a product that isn't in the order and another product's lot; ORDER_CLOSED; LOT_BLOCKED; UNITS_GONE;
 *   BAD_INPUT for more units than the line has
 */
export async function setOrderLots(
  database: Db,
  { orderId, lines: wanted, actor }: { orderId: string; lines: OrderLots; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!orderStatuses[order.status].isOpen) throw new Refusal('ORDER_CLOSED')
    const locked = await lockLines(tx, orderId)
    for (const [index, { productId, lots }] of wanted.entries()) {
      const line = locked.find((one) => one.productId === productId.toLowerCase())
      if (!line) throw new Refusal('NOT_FOUND')
      // A product may come twice in the request, but the locked line wouldn't have the lots of its first change.
      const others = wanted.slice(0, index).some((one) => one.productId.toLowerCase() === line.productId)
      if (others) throw invalidField(`lines.${index}.productId`, 'Este producto está dos veces.')
      const taken = checkLots(line, lots, index)
      await moveBetweenLots(tx, orderId, line, { returned: line.taken, taken, actor })
    }
    await recordAudit(tx, actor, {
      action: 'order.lots',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
    })
  })
}

function checkLots(line: LockedLine, wanted: readonly TakenLot[], index: number): TakenLot[] {
  const sums = Map.groupBy(wanted, ({ _id }) => _id.toLowerCase())
  const taken = [...sums].map(([_id, same]) => ({ _id, units: sumUnits(same) }))
  if (sumUnits(taken) > line.quantity)
    throw invalidField(`lines.${index}.lots`, `La línea tiene ${unitsInWords(line.quantity)}.`)
  for (const { _id, units } of taken) {
    const lot = isId(_id) ? line.lots.find((one) => one._id === _id) : undefined
    if (!lot) throw new Refusal('NOT_FOUND')
    const own = line.taken.find((one) => one._id === _id)?.units ?? 0
    if (lot.blocked && units > own) throw new Refusal('LOT_BLOCKED')
    if (units > lot.units + own)
      throw new Refusal('UNITS_GONE', {
        message: `Del ${lotInWords(lot)} de ${line.tradename} quedan ${lot.units + own}.`,
      })
  }
  const without = line.stock - sumUnits(line.lots) + line.quantity - sumUnits(line.taken)
  if (line.quantity - sumUnits(taken) > without)
    throw new Refusal('UNITS_GONE', {
      message: `De ${line.tradename} sin lote quedan ${without}.`,
    })
  return taken
}

type ShownLine = {
  productId: string
  lots: (TakenLot & Pick<Lot, 'lot' | 'expires'> & { blocked?: boolean })[]
}

/**
 * Replaces the expired and recalled lots in the answers for pending orders by those that their delivery will take. Changes the given
 * objects.
 */
export async function showReplacementLots(
  database: Db,
  orders: readonly { status: OrderStatus; products: ShownLine[] }[],
): Promise<void> {
  const lines = orders
    .filter(({ status }) => orderStatuses[status].isOpen)
    .flatMap(({ products }) => products)
    .filter(({ lots }) => lots.some(({ blocked }) => blocked))
  if (lines.length === 0) return
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const lots = await readLots(database, ids)
  const { rows } = await sql<{ id: string; stock: number }>`
    select id, stock from products where id = any(${ids}::uuid[])`.execute(database)
  const stocks = new Map(rows.map(({ id, stock }) => [id, stock]))
  for (const line of lines) {
    const own = lots.get(line.productId) ?? []
    const stock = stocks.get(line.productId) ?? 0
    const { returned, proposed } = replaceBlocked({ stock, lots: own, taken: line.lots })
    const units = new Map(line.lots.map((lot) => [lot._id, lot.units]))
    for (const lot of returned) units.set(lot._id, units.get(lot._id)! - lot.units)
    for (const lot of proposed) units.set(lot._id, (units.get(lot._id) ?? 0) + lot.units)
    line.lots = own.flatMap(({ _id, lot, expires }) => {
      const taken = units.get(_id) ?? 0
      return taken > 0 ? [{ _id, lot, expires, units: taken }] : []
    })
  }
}
