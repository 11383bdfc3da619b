import { sql } from 'kysely'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { statusIs } from '../state/order-payment.ts'

const IS_OPEN = statusIs('isOpen')

/**
 * The sale condition of one of `order_lines` with its product `p`. It is that of the purchase; while the order is open, the stricter one of
 * the purchase's and the catalogue's. Lines from before conditions were recorded have the catalogue's.
 */
export const LINE_CONDITION = sql`(case
  when order_lines.sale_condition is null then p.sale_condition
  when ${IS_OPEN} then stricter_condition(order_lines.sale_condition, p.sale_condition)
  else order_lines.sale_condition end)`

/** A line of `orders` that needs a prescription. */
const NEEDY_LINE = sql`from order_lines join products p on p.id = order_lines.product_id
  where order_lines.order_id = orders.id and is_on_prescription(${LINE_CONDITION})`

/** Whether one of `orders` has a line that needs a prescription. Products are read only where the line's own condition doesn't decide. */
export const NEEDS_PRESCRIPTION = sql`exists (select from order_lines where order_lines.order_id = orders.id and (
  is_on_prescription(order_lines.sale_condition)
  or (order_lines.sale_condition is null or ${IS_OPEN})
    and exists (select from products p where p.id = order_lines.product_id and is_on_prescription(p.sale_condition))))`

/** The latest review of one of `orders`. */
export const LAST_REVIEW = sql`from prescription_reviews where order_id = orders.id order by reviewed_at desc limit 1`

/** Whether the customer has sent a page since the latest review. */
const HAS_NEW_PAGE = sql`exists (select from order_prescriptions where order_id = orders.id
  and created_at > coalesce((select reviewed_at ${LAST_REVIEW}), '-infinity'))`

/** A page whose image is kept, sent since the latest rejection of one of `orders`. */
export const CURRENT_PAGE = sql`from order_prescriptions where order_id = orders.id and photo <> ''
  and created_at > coalesce((select max(reviewed_at) from prescription_reviews
    where order_id = orders.id and not approved), '-infinity')`

/** The number of pages that the customer may still add. */
const ROOM = sql`(case when ${IS_OPEN}
  then greatest(0, ${sql.lit(MAX_PRESCRIPTION_PAGES)} - (select count(*)::int ${CURRENT_PAGE})) else 0 end)`

/** Whether an `item` of a lasting prescription serves a product `p`: the same product, or an equivalent one. */
export const SERVES_PRODUCT = sql`(item.product_id = p.id or item.equivalence = p.equivalence and p.equivalence <> '')`

/** Whether lasting prescriptions serve every line that needs a prescription; a retained prescription never lasts. */
const IS_COVERED = sql`not exists (select ${NEEDY_LINE} and (${LINE_CONDITION} <> 'simple' or not exists (
  select from prescription_uses join lasting_prescription_items item using (prescription_id)
  where prescription_uses.order_id = orders.id and ${SERVES_PRODUCT})))`

/** The state of an order's prescription (PRESCRIPTION_STATES of domain/prescription.ts). */
export const PRESCRIPTION_STATE = sql`(case
  when not ${NEEDS_PRESCRIPTION} then 'none'
  when (select approved and not lapsed ${LAST_REVIEW}) then 'approved'
  when ${HAS_NEW_PAGE} then 'sent'
  when (select not approved ${LAST_REVIEW}) then 'rejected'
  when ${IS_COVERED} then 'covered'
  else 'missing' end)`

/**
 * Whether a pharmacist has to decide about the prescription of one of the open `orders`. The condition begins with the orders that have a
 * page or use a lasting prescription, because they are few.
 */
export const IS_TO_REVIEW = sql`(orders.id in (
    select sent.id from orders sent where ${statusIs('isOpen', sql`sent.status`)} and sent.prescription_sent
    union all select order_id from prescription_uses)
  and ${PRESCRIPTION_STATE} in ('sent', 'covered'))`

/**
 * Whether the pharmacy has still to receive the original of a retained prescription: an electronic one, known by its folio,
 * has none.
 */
export const LACKS_ORIGINAL = sql`(exists (select from order_lines join products p on p.id = order_lines.product_id
    where order_lines.order_id = orders.id and ${LINE_CONDITION} in ('retained', 'check'))
  and not exists (select from received_originals where order_id = orders.id)
  and coalesce((select folio ${LAST_REVIEW}), '') = '')`

/** The dispensings that a lasting prescription has left. */
export const DISPENSINGS_LEFT = sql`greatest(0, lasting.deliveries -
  (select count(*)::int from prescription_uses where prescription_id = lasting.id))`

/** An order's prescription, as its call answers it. */
export const PRESCRIPTION = sql`json_build_object(
  'needed', ${NEEDS_PRESCRIPTION},
  'sent', exists (select from order_prescriptions where order_id = orders.id),
  'pages', (select coalesce(json_agg(photo order by page), '[]') from order_prescriptions
    where order_id = orders.id and photo <> ''),
  'room', ${ROOM},
  'state', ${PRESCRIPTION_STATE},
  'reviewed', (select json_build_object('at', reviewed_at, 'reason', reason,
      'by', trim(coalesce(reviewer.name || ' ' || reviewer.lastname, '')))
    from (select reviewed_at, reason, reviewer_id ${LAST_REVIEW}) last left join users reviewer on reviewer.id = reviewer_id),
  'coveredBy', (select coalesce(json_agg(json_build_object('_id', lasting.id, 'prescriber', prescriber,
      'products', (select coalesce(json_agg(p.id order by position), '[]') from order_lines join products p on p.id = order_lines.product_id
        where order_lines.order_id = orders.id and ${LINE_CONDITION} = 'simple'
          and exists (select from lasting_prescription_items item where item.prescription_id = lasting.id and ${SERVES_PRODUCT})),
      'deliveries', lasting.deliveries, 'left', ${DISPENSINGS_LEFT}, 'validUntil', valid_until) order by lasting.id), '[]')
    from prescription_uses join lasting_prescriptions lasting on lasting.id = prescription_id
    where prescription_uses.order_id = orders.id and lasting.order_id <> orders.id),
  'originalReceivedAt', (select received_at from received_originals where order_id = orders.id),
  'lacksOriginal', ${LACKS_ORIGINAL})`

/** The recorded details of an approved prescription; null without one. */
export const APPROVAL = sql`(select json_build_object('prescriber', last.prescriber, 'prescriberRut', last.prescriber_rut,
    'date', last.prescribed_on, 'folio', last.folio, 'validUntil', last.valid_until, 'deliveries', last.deliveries)
  from (select * ${LAST_REVIEW}) last
  where last.approved and not last.lapsed)`
