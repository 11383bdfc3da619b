import { z } from 'zod'
import { BOARD_PERIODS } from '#domain/board-period.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { defineCall } from './call.ts'
import { data } from './fields.ts'

/** The counts of open tasks. */
export const openTasksSchema = z.object({
  pendingOrders: z.int(),
  /** Pending orders whose payment proof nobody has marked as checked, and that no transfer pays. */
  proofsToCheck: z.int(),
  /** Pending orders whose prescription a pharmacist has to decide about. */
  prescriptionsToReview: z.int(),
  unansweredRequests: z.int(),
  /** Transfers that wait for a decision, with an order that they may pay. */
  paymentsToDecide: z.int(),
  /** Cancelled orders whose money is still to be given back. */
  pendingReturns: z.int(),
})
export type OpenTasks = z.infer<typeof openTasksSchema>

/** The number of orders, without cancelled ones, and their pesos. */
const sales = z.object({ orders: z.int(), pesos: z.number() })
export type Sales = z.infer<typeof sales>

const statusCounts = z.object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, z.int()])) as Record<
    (typeof ORDER_STATUSES)[number],
    z.ZodInt
  >,
)

const period = z.object({
  days: z.union(BOARD_PERIODS.map((days) => z.literal(days))),
  sales,
  /** The previous period of the same length, until the same time of day. */
  before: sales,
  /** The number of orders by status. */
  statuses: statusCounts,
})

const product = z.object({ _id: z.string(), tradename: z.string() })

export const boardSchema = z.object({
  periods: z.array(period),
  /** The last 30 days until today, `YYYY-MM-DD` in the pharmacy's time zone. */
  days: z.array(sales.extend({ day: z.string() })),
  tasks: openTasksSchema.extend({
    /** Orders of today, cancelled ones included. */
    ordersOfToday: z.int(),
    /** Pending orders that have no payment proof and that no transfer pays. */
    missingProofs: z.int(),
    /** Orders whose payment proof has had no transfer for three working days that bank statements cover. */
    proofsWithoutTransfer: z.int(),
    soldOutProducts: z.int(),
    /** Lots on the shelf that have expired, and that expire within 90 days; absent without any. */
    expiredLots: z.int().optional(),
    expiringLots: z.int().optional(),
    /** Products that aren't for sale until somebody decides their condition of sale. */
    heldProducts: z.int(),
    /** Imports of the folder or of the command that wait for a person's decision. */
    importsToReview: z.int(),
    /** Events for other systems that were given up in the last seven days. */
    undeliveredEvents: z.int(),
  }),
  /** Money by transfer, in pesos; null until somebody has uploaded a bank statement. */
  transfers: z
    .object({
      /** Due for orders of the last 60 days that bank statements cover, cancelled ones left out. */
      expected: z.int(),
      /** Transfers of the last 30 days that pay orders. */
      received: z.int(),
      /** Transfers that wait for a decision. */
      undecided: z.int(),
    })
    .nullable(),
  /** The problem with the automatic backups; null without a problem, and in a shop without such backups. */
  backup: z
    .object({
      problem: z.enum(['failed', 'unproved', 'old', 'not-uploaded']),
      /** The instant of the last backup; null without any. */
      at: z.string().nullable(),
      error: z.string(),
    })
    .nullable(),
  /** The codes used in the last 30 days, whole pesos: `given` is their discount, `brought` the orders' total. The largest first. */
  coupons: z.array(z.object({ code: z.string(), orders: z.int(), given: z.int(), brought: z.int() })),
  /** Sorted by the units sold in the last 30 days. */
  bestSellers: z.array(product.extend({ units: z.int() })),
  /** Products whose stock lasts for two weeks at most, if sales continue as in the last 30 days. */
  runningOut: z.object({
    total: z.int(),
    products: z.array(product.extend({ stock: z.int(), days: z.int() })),
  }),
})
export type BoardData = z.infer<typeof boardSchema>

export const boardCalls = {
  readBoard: defineCall('GET /admin/board', {
    summary:
      'The figures of the board: sales of today, 7 and 30 days, best sellers, and what waits for staff.',
    answer: data(boardSchema),
  }),
  readOpenTasks: defineCall('GET /admin/open-tasks', {
    summary: 'How many orders, payment proofs, prescriptions and form requests wait for staff.',
    answer: data(openTasksSchema),
  }),
  watchOpenTasks: defineCall('GET /admin/open-tasks/events', {
    summary:
      'The same counts as server-sent events, each time that one changes. A stream ends with its session, and when the server stops.',
    answer: 'events',
    errors: ['TOO_MANY'],
  }),
}
