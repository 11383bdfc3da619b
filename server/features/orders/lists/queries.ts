import { sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { ORDER_EVENTS, type OrderEvent } from '#domain/order-events.ts'
import type { Db } from '../../../database/schema.ts'
import { EXPIRES, FIRST_EXPIRED } from '../../stock/lots.ts'
import { IS_BLOCKED } from '../../stock/sellable.ts'
import { APPROVAL, LINE_CONDITION, PRESCRIPTION } from '../prescriptions/prescription-state.ts'
import {
  DUE,
  HAS_OFFER,
  meetsRule,
  PROOF_DAY,
  STATEMENT_DAYS,
  type StatementDays,
} from '../state/order-payment.ts'

/** An order with its lines and events, before it is presented. */
export type OrderRow = Omit<Order, 'timeline' | 'staff' | 'delivery'> & {
  delivery: Pick<NonNullable<Order['delivery']>, 'kind' | 'name' | 'commune' | 'cost'> | null
  /** The order's events, oldest first, with the staff's names. */
  events: OrderEvent[]
  staff: Omit<NonNullable<Order['staff']>, 'statementsUntil' | 'proofWithoutTransfer'> & {
    /** The day of the current proof; null without a proof. */
    proofDay: string | null
    statements: StatementDays | null
  }
}

/** The lots of a row of `order_lines`, sorted by their expiry; `blocked` ones, expired or recalled, can't be delivered. */
export const LINE_LOTS = sql`(
  select coalesce(json_agg(json_build_object('_id', lots.id, 'lot', code, 'expires', ${EXPIRES}, 'units', taken.units,
    'blocked', ${IS_BLOCKED}) order by ${FIRST_EXPIRED}), '[]')
  from order_line_lots taken join lots on lots.id = taken.lot_id
  where taken.order_id = order_lines.order_id and taken.product_id = order_lines.product_id)`

/** The columns of an order's price, delivery option and recipient. */
export const PRICE_COLUMNS = sql`orders.total, orders.total + orders.discount - delivery_cost as subtotal,
  case when coupon_code <> '' then json_build_object('code', coupon_code, 'discount', orders.discount) end as coupon,
  case when delivery_name <> '' then json_build_object('kind', case when zone_id is null then 'pickup' else 'zone' end,
    'name', delivery_name, 'commune', delivery_commune, 'cost', delivery_cost) end as delivery,
  case when recipient_name <> '' then json_build_object('name', recipient_name, 'rut', recipient_rut) end as recipient`

/** The columns of an {@link OrderRow}. */
export const ORDER_COLUMNS = sql`orders.id as "_id", orders.number as nro_delivery, name, last_name as "lastName", address, city,
  postal_code as "postalCode", phone, email, orders.created_at as date, status, payment,
  ${PRICE_COLUMNS},
  json_build_object('state', shipment, 'courier', courier, 'tracking', tracking, 'at', shipped_at) as shipment,
  case when paid_amount > 0 then json_build_object('at', paid_on, 'amount', paid_amount,
    'difference', -${DUE}) end as paid,
  (select coalesce(json_agg(json_build_object(
      'productId', product_id, 'productName', product_name, 'photo', p.photo, 'price', price, 'quantity', order_lines.quantity,
      'discount', order_lines.discount, 'total', order_lines.total, 'couponDiscount', coupon_discount, 'saleCondition', ${LINE_CONDITION},
      'lots', ${LINE_LOTS}, 'hasLots', p.blocked_from is not null) order by position), '[]')
    from order_lines join products p on p.id = product_id where order_id = orders.id) as products,
  ${PRESCRIPTION} as prescription,
  (select coalesce(json_agg(json_build_object('kind', kind, 'at', happened_at,
      'by', trim(staff.name || ' ' || staff.lastname), 'reason', reason, 'file', happened.photo) order by happened_at), '[]')
    from (
      select kind, happened_at, actor_id, null as reason, null as photo from order_events
      -- A newer server may write others.
      where order_id = orders.id and kind = any(${sql.lit(`{${ORDER_EVENTS.join()}}`)}::text[])
      union all
      select 'proof-rejected', rejected_at, actor_id, reason, photo from rejected_proofs where order_id = orders.id
      union all
      select case when approved then 'prescription-approved' else 'prescription-rejected' end, reviewed_at, reviewer_id, nullif(reason, ''), null
      from prescription_reviews where order_id = orders.id
    ) happened left join users staff on staff.id = actor_id) as events,
  (select due_at from order_reminders where order_id = orders.id) as reminder,
  json_build_object(
    'proofCheckedAt', proof_checked_at,
    'sameProof', (select coalesce(json_agg(json_build_object('_id', id, 'nro_delivery', number) order by number), '[]')
      from (select twin.id, twin.number from orders twin
        where twin.proof_digest = orders.proof_digest and twin.id <> orders.id
        order by twin.number limit 5) twins),
    'sameAsRejected', exists (select from rejected_proofs where order_id = orders.id and digest = orders.proof_digest),
    'transfers', (select coalesce(json_agg(json_build_object('_id', payments.id, 'date', payments.paid_on, 'amount', payment_matches.amount,
        'description', description, 'document', document) order by payments.paid_on, payments.id), '[]')
      from payment_matches join payments on payments.id = payment_id where order_id = orders.id),
    'toConfirm', ${meetsRule('payable')} and ${HAS_OFFER},
    'proofDay', case when orders.payment <> '' then ${PROOF_DAY} end,
    'statements', ${STATEMENT_DAYS},
    'note', (select json_build_object('text', note, 'at', written_at,
        'by', trim(coalesce(author.name || ' ' || author.lastname, '')))
      from order_notes left join users author on author.id = author_id
      where order_id = orders.id),
    'approval', ${APPROVAL}) as staff`

/** An order with its lines and its owner, or undefined. */
export async function findOrder(
  database: Db,
  id: string,
): Promise<{ order: OrderRow; userId: string } | undefined> {
  const { rows } = await sql<OrderRow & { user_id: string }>`
    select ${ORDER_COLUMNS}, user_id from orders where id = ${id}`.execute(database)
  if (!rows[0]) return undefined
  const { user_id: userId, ...order } = rows[0]
  return { order, userId }
}
