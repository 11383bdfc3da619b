/** Plays one act of a story against the shop, and records the answers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { workbook } from '#tests/workbooks.ts'
import type { Reply } from '../call-server.ts'
import { CATEGORY, formOf, LABORATORY, type People, type Person, type StoryProduct } from './shop.ts'
import type { Act, Item } from './stories.ts'

/** Milliseconds between submitting an order and each addition to the cart meanwhile. */
const ADDITION_DELAY_MS = 3

type Line = { productId: string; quantity: number; total: number }
export type Placed = { id: string; number: number; customer: string; lines: Line[] }

/** The effects of a round, according to the answers. */
export type Round = {
  /** Accepted additions to carts. */
  added: { customer: string; productId: string; quantity: number }[]
  /** Customers who removed something from their cart without ordering it. */
  replaced: Set<string>
  placed: Placed[]
  /** Accepted changes of an order's status. */
  moved: string[]
  /** Stock differences of saved product forms. */
  saved: { productId: string; difference: number }[]
  /** Stock values that a workbook set. */
  imported: { productId: string; stock: number }[]
  /** Answers that no rule of the shop explains. */
  strange: string[]
}

export const emptyRound = (): Round => ({
  added: [],
  replaced: new Set(),
  placed: [],
  moved: [],
  saved: [],
  imported: [],
  strange: [],
})

export type Scene = { people: People; products: StoryProduct[]; orders: Placed[]; round: Round }

/** Whether the answer is `200`; an answer that isn't among `allowed`, such as `409 NO_STOCK`, is recorded as strange. */
function expectOneOf(round: Round, act: Act, { status, body }: Reply, ...allowed: string[]): boolean {
  const answer = status < 300 ? String(status) : `${status} ${body.code}`
  if (!allowed.includes(answer)) round.strange.push(`${act.kind}: ${answer} ${body.message}`)
  return status < 300
}

export async function play(act: Act, scene: Scene): Promise<void> {
  const { people, products, orders, round } = scene
  const productAt = (place: number) => products[place % products.length]!
  if ('customer' in act) return playCustomer(act, people.customers[act.customer]!, { productAt, round })
  const { admin } = people
  const { token } = admin
  if (act.kind === 'status') {
    const order = orders[act.order % Math.max(1, orders.length)]
    if (!order) return
    const json = { id: order.id, state: act.state }
    const answer = await admin.browser.call({ path: '/cart/update-payment-state', json, token })
    if (expectOneOf(round, act, answer, '200', '409 NO_STOCK')) round.moved.push(order.id)
  } else if (act.kind === 'save') {
    const { id } = productAt(act.product)
    const shown = await admin.browser.call({ method: 'GET', path: `/products/${id}`, token })
    if (!expectOneOf(round, act, shown, '200')) return
    const product = shown.body.data as { stock: number }
    const stock = Math.max(0, product.stock + act.added)
    const form = formOf({ ...product, cost: act.cost, discount: act.discount, stock })
    const answer = await admin.browser.call({ path: `/products/update-product/${id}`, form, token })
    // A product form without a price is refused.
    const allowed = act.cost > 0 ? ['200', '409 PRODUCT_CHANGED'] : ['400 BAD_INPUT']
    if (expectOneOf(round, act, answer, ...allowed))
      round.saved.push({ productId: id, difference: stock - product.stock })
  } else if (act.kind === 'import') {
    const rows = new Map(act.rows.map((row) => [productAt(row.product), row]))
    const form = new FormData()
    form.append('fileExcel', new Blob([new Uint8Array(await sheet(rows))]), 'productos.xlsx')
    const answer = await admin.browser.call({ path: '/products/uploadFile', form, token })
    if (expectOneOf(round, act, answer, '200', '429 TOO_MANY'))
      round.imported.push(
        ...[...rows]
          .filter(([, { cost }]) => cost > 0)
          .map(([{ id }, { stock }]) => ({ productId: id, stock })),
      )
  }
}

/** The rows of existing products, and one of a new product. */
function sheet(rows: Map<StoryProduct, { cost: number; stock: number }>): Promise<Buffer> {
  const known = [...rows].map(([{ barcode, tradename }, row]) => ({ barcode, tradename, ...row }))
  const all = [...known, { barcode: randomUUID(), tradename: 'Producto importado', cost: 990, stock: 3 }]
  return workbook(
    all.map(({ barcode, tradename, cost, stock }) => ({
      'Código de barras': barcode,
      Nombre: tradename,
      Categoría: CATEGORY,
      Laboratorio: LABORATORY,
      Precio: cost,
      Stock: stock,
    })),
    ['Código de barras', 'Nombre', 'Categoría', 'Laboratorio', 'Precio', 'Stock'],
  )
}

type Stage = { productAt: (place: number) => StoryProduct; round: Round }

async function playCustomer(act: Extract<Act, { customer: number }>, person: Person, stage: Stage) {
  const { id, token, browser } = person
  const { round, productAt } = stage
  if (act.kind === 'checkout') return checkOut(act, person, stage)
  if (act.kind === 'add') return add(act, person, act.items, stage)
  // From here on, the cart may lose units without an order.
  round.replaced.add(id)
  if (act.kind === 'update') {
    const json = { cart: id, items: named(act.items, stage) }
    // Lines of one product are added up, and may then exceed the limit of a line.
    const answer = await browser.call({ path: '/cart/update-cart', json, token })
    expectOneOf(round, act, answer, '200', '400 BAD_INPUT')
    return
  }
  const path =
    act.kind === 'remove'
      ? `/cart/remove-from-cart/${id}/${productAt(act.product).id}`
      : `/cart/empty-cart/${id}`
  expectOneOf(round, act, await browser.call({ method: 'GET', path, token }), '200')
}

const named = (items: Item[], { productAt }: Stage) =>
  items.map(({ product, quantity }) => ({ productId: productAt(product).id, quantity }))

async function add(act: Act, { id, token, browser }: Person, items: Item[], stage: Stage) {
  const lines = named(items, stage)
  const answer = await browser.call({ path: '/cart/add-to-cart', json: { user: id, items: lines }, token })
  if (expectOneOf(stage.round, act, answer, '200', '409 NO_STOCK', '400 BAD_INPUT'))
    stage.round.added.push(...lines.map((line) => ({ customer: id, ...line })))
}

type Checkout = Extract<Act, { kind: 'checkout' }>

async function checkOut(act: Checkout, person: Person, stage: Stage) {
  const { id, token, browser } = person
  const { round } = stage
  const cart = await browser.call({ method: 'GET', path: `/cart/${id}`, token })
  if (!expectOneOf(round, act, cart, '200')) return
  const lines = cart.body.data as Line[]
  const key = randomUUID()
  const submit = () =>
    browser.call({
      path: '/cart/create-delivery',
      json: { ...SHIPPING, id, products: lines },
      headers: { 'idempotency-key': key },
      token,
    })
  const submits = Promise.all(Array.from({ length: act.times }, submit))
  await Promise.all(
    act.meanwhile.map(async (items, place) => {
      await pause((place + 1) * ADDITION_DELAY_MS)
      await add(act, person, items, stage)
    }),
  )
  const conflicts = ['CART_EMPTY', 'CART_CHANGED', 'PRICE_CHANGED', 'NO_STOCK'].map((code) => `409 ${code}`)
  const placed = new Map<string, Placed>()
  for (const answer of await submits) {
    if (!expectOneOf(round, act, answer, '201', ...conflicts, '429 TOO_MANY')) continue
    const order = answer.body.data as { _id: string; nro_delivery: number }
    placed.set(order._id, { id: order._id, number: order.nro_delivery, customer: id, lines })
  }
  if (placed.size > 1) round.strange.push(`checkout: one key was answered with ${placed.size} orders`)
  round.placed.push(...placed.values())
}
