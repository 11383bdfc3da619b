import { sql } from 'kysely'
import type { Recall, RecalledOrder, RecallRow } from '#contract/lots.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { localDay } from '../../database/store-day.ts'
import type { StaffActor } from '../../http/serve.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { recordAccess, recordAudit } from '../audit/record-audit.ts'
import { EXPIRES, FIRST_EXPIRED } from '../stock/lots.ts'

const COLUMNS = sql`recalls.id as "_id", recalls.product_id as "productId", tradename, reason, is_whole as whole, recalls.units,
  recalls.created_at as date, actor_name as who, lifted_at as "liftedAt",
  (select coalesce(json_agg(json_build_object('lot', code, 'expires', ${EXPIRES}) order by ${FIRST_EXPIRED}), '[]')
    from recalled_lots join lots on lots.id = lot_id where recall_id = recalls.id) as lots,
  (select count(*)::int from recall_orders where recall_id = recalls.id) as "toTell",
  (select count(*)::int from recall_orders where recall_id = recalls.id and answered) as answered`

const PRODUCT = sql`join products on products.id = recalls.product_id`

/** The recalls, newest first. */
export function listRecalls(database: Db, query: PageRequest) {
  return listPage<RecallRow>(database, query, {
    table: 'recalls',
    columns: COLUMNS,
    joins: PRODUCT,
  })
}

/**
 * A recall with the orders that have its lots, or may have them; those with a recorded lot first.
 *
 * @throws Refusal NOT_FOUND
 */
export async function readRecall(database: Db, id: string): Promise<Recall & { orders: DatedOrder[] }> {
  const { rows } = await sql<RecallRow>`
    select ${COLUMNS} from recalls ${PRODUCT} where recalls.id = ${id}`.execute(database)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return { ...rows[0], orders: await readOrders(database, id) }
}

/** An order with its day, for the sheet. */
type DatedOrder = RecalledOrder & { day: string }

async function readOrders(database: Db, id: string): Promise<DatedOrder[]> {
  // A mail's row is removed some time after it was sent; the orders of its customer are found by their address.
  const { rows } = await sql<DatedOrder>`
    select orders.id as "_id", orders.number as nro_delivery, trim(orders.name || ' ' || orders.last_name) as name, orders.email,
      orders.phone, certainty, line.units, mailed_at as "mailedAt", answered,
      ${localDay('orders.created_at')} as day,
      case when mailed_at is null then null when mails.cause is null or mails.sent_at is not null then 'sent'
        when mails.due_at is null then 'failed' else 'queued' end as mail
    from recall_orders told join orders on orders.id = told.order_id join recalls on recalls.id = told.recall_id
    join lateral (
      select sum(quantity)::int as units from order_lines where order_id = orders.id and product_id = recalls.product_id
    ) line on true
    left join lateral (
      select first.order_id from recall_orders first join orders twin on twin.id = first.order_id
      where first.recall_id = told.recall_id and first.subject is not null and lower(twin.email) = lower(orders.email) limit 1
    ) addressed on true
    left join mails on mails.cause = 'recall.' || told.recall_id || '.' || addressed.order_id
    where told.recall_id = ${id} order by certainty = 'possible', orders.number desc`.execute(database)
  return rows
}

const lockRecall = async (tx: Db, id: string) => {
  const { rows } = await sql<{ productId: string; tradename: string; liftedAt: string | null }>`
    select product_id as "productId", tradename, lifted_at as "liftedAt" from recalls ${PRODUCT}
    where recalls.id = ${id} for no key update of recalls`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return { ...rows[0], subject: { kind: 'recall', id, label: rows[0].tradename } }
}

type RecallMail = { id: string; subject: string; message: string; actor: StaffActor }

/**
 * Mails the customers of a recall that weren't mailed yet; a customer with several orders gets one mail.
 *
 * @returns the number of mails
 * @throws Refusal NOT_FOUND; RECALL_LIFTED
 */
export function mailRecall(database: Db, { id, subject, message, actor }: RecallMail): Promise<number> {
  return inTransaction(database, async (tx) => {
    const recall = await lockRecall(tx, id)
    if (recall.liftedAt) throw new Refusal('RECALL_LIFTED')
    const { rows } = await sql<{ orderId: string }>`
      with told as (
        select order_id, lower(email) as email, mailed_at from recall_orders join orders on orders.id = order_id
        where recall_id = ${id} and email <> ''
      ), first as (
        select distinct on (email) order_id, email from told
        where email not in (select email from told where mailed_at is not null) order by email, order_id desc
      ), marked as (
        update recall_orders set mailed_at = coalesce(recall_orders.mailed_at, now()),
          subject = case when first.order_id is not null then ${subject} else recall_orders.subject end,
          message = case when first.order_id is not null then ${message} else recall_orders.message end
        from told left join first on first.order_id = told.order_id
        where recall_id = ${id} and recall_orders.order_id = told.order_id and told.mailed_at is null
      )
      select order_id as "orderId" from first`.execute(tx)
    await queueMail(tx, ...rows.map(({ orderId }) => ({ kind: 'recall' as const, recallId: id, orderId })))
    await recordAudit(tx, actor, {
      action: 'stock.recall-mail',
      subject: recall.subject,
      after: { mails: rows.length },
    })
    return rows.length
  })
}

type Answered = { id: string; orderId: string; answered: boolean; actor: StaffActor }

/** @throws Refusal NOT_FOUND */
export async function markAnswered(database: Db, { id, orderId, answered, actor }: Answered) {
  await inTransaction(database, async (tx) => {
    const recall = await lockRecall(tx, id)
    const { rows } = await sql<{ number: number; before: boolean }>`
      with before as (
        select answered, number from recall_orders join orders on orders.id = order_id
        where recall_id = ${id} and order_id = ${orderId}
      )
      update recall_orders set answered = ${answered} from before where recall_id = ${id} and order_id = ${orderId}
      returning before.number, before.answered as before`.execute(tx)
    if (!rows[0]) throw new Refusal('NOT_FOUND')
    if (rows[0].before === answered) return
    await recordAudit(tx, actor, {
      action: 'stock.recall-answered',
      subject: recall.subject,
      before: { orderNumber: rows[0].number, answered: rows[0].before },
      after: { orderNumber: rows[0].number, answered },
    })
  })
}

const CERTAINTY = { recorded: 'Registrado', possible: 'Posible' }

/**
 * The orders of a recall as a sheet for the authority.
 *
 * @throws Refusal NOT_FOUND
 */
export async function recallSheet(
  database: Db,
  { id, actor }: { id: string; actor: StaffActor },
): Promise<Sheet> {
  const recall = await readRecall(database, id)
  await recordAccess(database, actor, {
    action: 'stock.recall-export',
    subject: { kind: 'recall', id, label: recall.tradename },
  })
  const lots = recall.lots.map(({ lot, expires }) => [lot, expires].filter(Boolean).join(' ')).join(', ')
  const columns: Column<DatedOrder>[] = [
    { header: 'Producto', width: 40, value: () => recall.tradename },
    { header: 'Lotes', width: 30, value: () => (recall.whole ? `Todos (${lots})` : lots) },
    { header: 'Motivo', width: 40, value: () => recall.reason },
    { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.nro_delivery },
    { header: 'Fecha del pedido', width: 16, value: (row) => row.day },
    { header: 'Nombre', width: 28, value: (row) => row.name },
    { header: 'Correo', width: 28, value: (row) => row.email },
    { header: 'Teléfono', width: 14, value: (row) => row.phone },
    { header: 'Unidades', width: 10, numeric: true, value: (row) => row.units },
    { header: 'Certeza', width: 12, value: (row) => CERTAINTY[row.certainty] },
    { header: 'Correo enviado', width: 22, value: (row) => row.mailedAt ?? '' },
    { header: 'Respondió', width: 10, value: (row) => (row.answered ? 'Sí' : 'No') },
  ]
  return sheetOf('Retiro', columns, [recall.orders])
}
