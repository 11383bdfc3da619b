/** Random stories of a shop: rounds of acts that happen at the same time. */
import fc from 'fast-check'
import { ORDER_STATUSES } from '#domain/order-status.ts'

export const CUSTOMERS = 4

/** The kinds of acts, each as often as it is listed: the back office's from `status` on, the others the customers'. */
const KINDS =
  'add add add add add add update update remove empty checkout checkout checkout checkout checkout checkout status status status status save save import'

const product = fc.nat(5)
// Mostly few units, so that the stock runs out; sometimes enough for a line to reach its limit.
const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(60))
const items = fc.array(fc.record({ product, quantity }), { minLength: 1, maxLength: 4 })
const cost = fc.integer({ min: 0, max: 200_000 })
const rows = fc.array(fc.record({ product, cost, stock: fc.nat(20) }), { maxLength: 3 })

/** An act, which needs some of these fields. Products and orders are named by an index, modulo their number. */
const act = fc.record({
  kind: fc.constantFrom(...KINDS.split(' ')),
  customer: fc.nat(CUSTOMERS - 1),
  product,
  order: fc.nat(20),
  items,
  /** Parallel submits of an order with one key, and what is added to the cart in between. */
  times: fc.integer({ min: 1, max: 3 }),
  meanwhile: fc.array(items, { maxLength: 4 }),
  state: fc.constantFrom(...ORDER_STATUSES),
  /** What the product form changes, and the rows of a workbook, which also has a new product. */
  form: fc.record({
    cost,
    discount: fc.constantFrom(0, 5, 12.5, 33, 100),
    added: fc.integer({ min: -5, max: 10 }),
  }),
  rows,
})

export const story = fc.record({
  stocks: fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, fc.constant(50_000)), {
    minLength: 2,
    maxLength: 6,
  }),
  rounds: fc.array(fc.array(act, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
})

type Values<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
export type Story = Values<typeof story>
export type Act = Values<typeof act>
