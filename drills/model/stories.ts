/** Random stories of a shop: rounds of acts that happen at the same time. */
import fc from 'fast-check'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order-status.ts'

export const CUSTOMERS = 4

/** A quantity of a product. Products and orders are named by an index, modulo their number. */
export type Item = { product: number; quantity: number }
export type Act =
  | { kind: 'add' | 'update'; customer: number; items: Item[] }
  | { kind: 'remove'; customer: number; product: number }
  | { kind: 'empty'; customer: number }
  /** `times` parallel submits of one order with one key; the items of `meanwhile` are added to the cart in between. */
  | { kind: 'checkout'; customer: number; times: number; meanwhile: Item[][] }
  | { kind: 'status'; order: number; state: OrderStatus }
  /** An administrator saves the product form with another price, discount and stock. */
  | { kind: 'save'; product: number; cost: number; discount: number; added: number }
  /** A workbook sets the stock of products and creates one. */
  | { kind: 'import'; rows: { product: number; cost: number; stock: number }[] }

export type Story = { stocks: number[]; rounds: Act[][] }

const customer = fc.nat(CUSTOMERS - 1)
const product = fc.nat(5)
// Mostly few units, so that the stock runs out; sometimes enough for a line to reach its limit.
const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(60))
const stock = fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, fc.constant(50_000))
const cost = fc.integer({ min: 0, max: 200_000 })
const items = fc.array(fc.record({ product, quantity }), { minLength: 1, maxLength: 4 })

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add'), customer, items }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update'), customer, items }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), customer, product }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty'), customer }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('checkout'),
      customer,
      times: fc.integer({ min: 1, max: 3 }),
      meanwhile: fc.array(items, { maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      order: fc.nat(20),
      state: fc.constantFrom(...ORDER_STATUSES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('save'),
      product,
      cost,
      discount: fc.constantFrom(0, 5, 12.5, 33, 100),
      added: fc.integer({ min: -5, max: 10 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import'),
      rows: fc.uniqueArray(fc.record({ product, cost, stock: fc.nat(20) }), {
        selector: (row) => row.product,
        maxLength: 3,
      }),
    }),
  },
)

export const story: fc.Arbitrary<Story> = fc.record({
  stocks: fc.array(stock, { minLength: 2, maxLength: 6 }),
  rounds: fc.array(fc.array(act, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
})
