/** Plays one act of a story against the shop, and records what its answers promise. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { row, workbook } from '#tests/workbooks.ts'
import type { Browser, Call, Reply } from '../browser.ts'
import type { Ledger, Line, Sale } from '../ledger.ts'
import { type Account, CATALOGUE, formOf, type Product } from '../trade.ts'
import type { Act } from './stories.ts'

/** Milliseconds between submitting an order and each addition to the cart meanwhile. */
const ADDITION_DELAY_MS = 3

type Units = { productId: string; units: number }
/** The effects of a round, according to the answers. */
export class Round {
  /** Accepted additions to carts. */
  readonly added: (Units & { customer: string })[] = []
  /** Customers who removed something from their cart without ordering it. */
  readonly replaced = new Set<string>()
  /** Orders by id. */
  readonly placed = new Map<string, Sale>()
  /** Stock differences of saved product forms, and stocks that a workbook set. */
  readonly saved: Units[] = []
  readonly imported: Units[] = []
  /** Answers that no rule of the shop explains. */
  readonly unexplained: string[] = []
}

/** The shop at the beginning of a round, and the round. */
export type Scene = {
  browser: Browser
  customers: Account[]
  admin: Account
  products: Product[]
  orders: Sale[]
  round: Round
  ledger: Ledger
}

export async function play(act: Act, scene: Scene): Promise<void> {
  const { browser, products, orders, round, ledger } = scene
  const isStaff = ['status', 'save', 'import'].includes(act.kind)
  const { id: user, token } = isStaff ? scene.admin : scene.customers[act.customer]!
  const productAt = (place: number) => products[place % products.length]!
  const named = (items: Act['items']) =>
    items.map(({ product, quantity }) => ({ productId: productAt(product).id, quantity }))

  /** Makes a call. Returns the answer of a success; a refusal that isn't allowed is unexplained. */
  const call = async (sent: Call, ...allowed: string[]): Promise<Reply['body'] | undefined> => {
    const { status, body } = await browser.call({ ...sent, token })
    if (status < 300) return body
    if (!allowed.includes(body.code ?? ''))
      round.unexplained.push(`${act.kind}: ${status} ${body.code} ${body.message}`)
  }
  const add = async (items: Act['items']) => {
    const lines = named(items)
    const json = { user, items: lines }
    if (!(await call({ path: '/cart/add-to-cart', json }, 'NO_STOCK', 'BAD_INPUT'))) return
    for (const { productId, quantity } of lines)
      round.added.push({ customer: user, productId, units: quantity })
  }

  const acts: Record<string, () => Promise<unknown>> = {
    add: () => add(act.items),
    // Lines of one product are added up, and may then exceed the limit of a line.
    update: () =>
      call({ path: '/cart/update-cart', json: { cart: user, items: named(act.items) } }, 'BAD_INPUT'),
    remove: () =>
      call({ method: 'GET', path: `/cart/remove-from-cart/${user}/${productAt(act.product).id}` }),
    empty: () => call({ method: 'GET', path: `/cart/empty-cart/${user}` }),
    async checkout() {
      const cart = await call({ method: 'GET', path: `/cart/${user}` })
      if (!cart) return
      const [key, lines] = [randomUUID(), cart.data as Line[]]
      const json = { ...SHIPPING, id: user, products: lines }
      const sent: Call = { path: '/cart/create-delivery', json, headers: { 'idempotency-key': key } }
      const refusals = ['CART_EMPTY', 'CART_CHANGED', 'PRICE_CHANGED', 'NO_STOCK', 'TOO_MANY']
      const submits = Array.from({ length: act.times }, () => call(sent, ...refusals))
      const additions = act.meanwhile.map((items, place) =>
        pause((place + 1) * ADDITION_DELAY_MS).then(() => add(items)),
      )
      await Promise.all(additions)
      for (const body of await Promise.all(submits)) {
        if (!body) continue
        const { _id: id, nro_delivery: number } = body.data as { _id: string; nro_delivery: number }
        const sale = { customer: user, key, id, number, lines }
        ledger.acknowledge(sale)
        round.placed.set(id, sale)
      }
    },
    async status() {
      const order = orders[act.order % Math.max(1, orders.length)]
      const json = { id: order?.id, state: act.state }
      if (order) await call({ path: '/cart/update-payment-state', json }, 'NO_STOCK')
    },
    async save() {
      const { id } = productAt(act.product)
      const { cost, discount, added } = act.form
      const shown = await call({ method: 'GET', path: `/products/${id}` })
      const product = shown?.data as { stock: number }
      const stock = Math.max(0, product.stock + added)
      const form = formOf({ ...product, cost, discount, stock })
      // A product form without a price is refused.
      const refusal = cost > 0 ? 'PRODUCT_CHANGED' : 'BAD_INPUT'
      if (await call({ path: `/products/update-product/${id}`, form }, refusal))
        round.saved.push({ productId: id, units: stock - product.stock })
    },
    async import() {
      const rows = new Map(act.rows.map((row) => [productAt(row.product), row]))
      const form = formOf({}, 'fileExcel', await sheet(rows), 'productos.xlsx')
      if (!(await call({ path: '/products/uploadFile', form }, 'TOO_MANY'))) return
      for (const [{ id }, { cost, stock }] of rows)
        if (cost > 0) round.imported.push({ productId: id, units: stock })
    },
  }
  // The cart may lose units without an order.
  if (['update', 'remove', 'empty'].includes(act.kind)) round.replaced.add(user)
  await acts[act.kind]!()
}

/** A workbook with rows of existing products, and one of a new product. */
function sheet(rows: Map<Product, Act['rows'][number]>): Promise<Buffer> {
  const names = { Categoría: CATALOGUE, Laboratorio: CATALOGUE }
  const existing = [...rows].map(([{ barcode, tradename }, { cost, stock }]) =>
    row({ ...names, 'Código de barras': barcode, Nombre: tradename, Precio: cost, Stock: stock }),
  )
  const added = row(names)
  return workbook([...existing, added], Object.keys(added))
}
