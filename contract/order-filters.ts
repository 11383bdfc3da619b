import { z } from 'zod'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { SHIPMENT_STATES } from '#domain/shipment.ts'
import { day, pageQuery } from './fields.ts'

/** The search, filters and sorting of the orders list. */
export const orderFilter = pageQuery.extend({
  status: z.enum(ORDER_STATUSES).optional(),
  /** Days in the pharmacy's time zone, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Orders of a single day. */
  day: day.optional(),
  /**
   * By payment proof. `missing`: pending orders without a proof, or those of the given status; `unchecked`: pending orders whose proof
   * nobody has marked as checked. Both without orders that transfers pay.
   */
  proof: z.enum(['missing', 'unchecked', 'sent']).optional(),
  /**
   * By prescription. `missing`: pending orders that need one, without a page; `sent`: with a page; `unreviewed`: pending orders to decide
   * about; `to-retain`: delivered ones without the original of a retained prescription, and without an electronic folio.
   */
  prescription: z.enum(['missing', 'sent', 'unreviewed', 'approved', 'rejected', 'to-retain']).optional(),
  /** By transfers; `unpaid`: pending orders without one, or those of the given status. */
  paid: z.enum(['paid', 'to-confirm', 'unpaid', 'difference', 'proof-only']).optional(),
  /** Pending orders by their way to the customer; `to-agree`: without a way of delivery, and not prepared yet. */
  shipment: z.enum([...SHIPMENT_STATES, 'to-agree']).optional(),
  /** The order of the list; `total` puts the largest total first. */
  sort: z.enum(['newest', 'oldest', 'total']).optional(),
})
export type OrderFilter = z.output<typeof orderFilter>
