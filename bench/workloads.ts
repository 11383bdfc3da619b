import { SHIPPING } from '#tests/factories.ts'
import { query } from '#tests/postgres-server.ts'
import type { Sent } from '../drills/browser.ts'
import type { Account } from '../drills/trade.ts'
import { CATEGORIES, describeProduct, LABORATORIES } from './fixtures.ts'
import type { Step } from './measure.ts'

/** A goal: a share of the yardstick's work for the same CPU, or a maximum of the server's CPU milliseconds. */
export type Goal = { share: number } | { cpuMs: number }

export type Workload = {
  name: string
  /** The yardstick, if any. */
  against?: 'bare shop' | 'raw Fastify'
  /** Absent for work that is measured and not judged. */
  goal?: Goal
  steps: Step[]
  /** Whether it is what visitors read (bench/busy-shop.ts). */
  isVisit?: boolean
}

/** A whole number below `end`, the same for the same numbers. */
function pick(number: number, salt: number, end: number): number {
  let hash = Math.imul(number ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % end
}
const one = (values: string[], number: number, salt: number) => values[pick(number, salt, values.length)]!

type List = { category: string; supplier: string; pages: number }

/** The filters of the n-th list, with a frequency in twentieths, and the number of pages read, of 10,000 products. */
function listAt(n: number): List {
  const [category, supplier] = [one(CATEGORIES, n, 1), one(LABORATORIES, n, 2)]
  const kind = n % 20
  if (kind < 9) return { category, supplier: 'all', pages: 20 }
  if (kind < 12) return { category: 'all', supplier, pages: 20 }
  if (kind < 14) return { category, supplier, pages: 1 }
  if (kind < 16) return { category: `${category},${one(CATEGORIES, n, 3)}`, supplier: 'all', pages: 20 }
  if (kind < 17) return { category: 'all', supplier: `${supplier},${one(LABORATORIES, n, 4)}`, pages: 20 }
  return { category: 'all', supplier: 'all', pages: 50 }
}

/** The n-th search: an ingredient, a strength or a laboratory, or several of them. */
function searchAt(n: number, products: number): string {
  const { ingredient, strength, laboratory } = describeProduct(pick(n, 5, products))
  const both = `${ingredient} ${strength}`
  const kinds = [both, `${ingredient} ${laboratory}`, `${both} ${laboratory}`, ingredient, laboratory]
  return kinds[n % 5]!.toLowerCase()
}

/** The n-th search with a typing error in the ingredient: a letter is missing, or two are swapped. */
function mistypedAt(n: number, products: number): string {
  const { ingredient, strength } = describeProduct(pick(n, 5, products))
  const at = 2 + pick(n, 8, Math.max(1, ingredient.length - 4))
  const swapped = n % 2 ? '' : ingredient[at + 1]! + ingredient[at]!
  const word = ingredient.slice(0, at) + swapped + ingredient.slice(at + (n % 2 ? 1 : 2))
  return (n % 4 < 2 ? word : `${word} ${strength}`).toLowerCase()
}

/** The header that every browser sends. */
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * The workloads of bench/run.ts (docs/measurements.md). The varied ones miss the cache: each address has a parameter `n` without effect,
 * and products come round in turn.
 */
export async function workloads(databaseUrl: string, customers: Account[]): Promise<Workload[]> {
  const rows = await query<{ id: string }>(databaseUrl, 'select id from products order by id')
  const products = rows.map(({ id }) => id)
  const count = products.length
  /** Goes through all products once, in a mixed order: 7919 is a prime. */
  const nextProduct = (n: number) => products[(n * 7_919) % count]!
  /** A page of the n-th list that exists in a catalogue of this size. */
  const pageAt = (n: number, pages: number) =>
    1 + pick(n, 6, Math.max(1, Math.floor((pages * count) / 10_000)))
  const listPath = (n: number, category: string, supplier: string, more: object) => {
    const names = [category, supplier].map(encodeURIComponent).join('/')
    return `/api/products/category/${n}/%20/${names}?${new URLSearchParams({ pageSize: '12', ...more })}`
  }
  const list = (n: number) => {
    const { category, supplier, pages } = listAt(n)
    return listPath(n, category, supplier, { page: pageAt(n, pages) })
  }
  const searched = (n: number, search: string) => listPath(n, 'all', 'all', { search })
  const shopPage = (n: number) => {
    const { category, supplier, pages } = listAt(n)
    const filters = Object.entries({ categoria: category, marca: supplier, pagina: `${pageAt(n, pages)}` })
    return `/tienda?${new URLSearchParams([...filters.filter(([, value]) => value !== 'all'), ['solo', `${n}`]])}`
  }
  const customerAt = (n: number) => customers[n % customers.length]!
  const post = (n: number, path: string, content: object): Sent => ({
    method: 'POST',
    path: `/api/cart/${path}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-access-token': customerAt(n).token,
    },
    body: JSON.stringify(content),
  })
  // Few products, so that some customers want the same one at the same time.
  const items = (...numbers: number[]) => numbers.map((n) => ({ productId: products[n % 200]!, quantity: 1 }))
  const add: Step = (n) => post(n, 'add-to-cart', { user: customerAt(n).id, items: items(n) })
  const fill: Step = (n) =>
    post(n, 'update-cart', { cart: customerAt(n).id, items: items(n * 7, n * 13 + 1) })
  const order: Step = (n, cart) => {
    const { id, email } = customerAt(n)
    return post(n, 'create-delivery', { ...SHIPPING, email, id, products: JSON.parse(cart).data })
  }
  const get = (path: (n: number) => string, headers?: Record<string, string>): Step[] => [
    (n) => ({ path: path(n), headers }),
  ]

  const bareShop = (share: number) => ({ against: 'bare shop', goal: { share } }) as const
  const rawFastify = { against: 'raw Fastify', goal: { share: 0.5 } } as const
  const varied = (path: (n: number) => string) => ({ steps: get(path), isVisit: true })
  const repeated = (path: string) => ({ steps: get(() => path, COMPRESSED) })
  return [
    { name: 'list by category, varied', ...bareShop(0.55), ...varied(list) },
    { name: 'list by category, repeated', ...rawFastify, ...repeated(list(0)) },
    { name: 'product, varied', ...bareShop(0.55), ...varied((n) => `/api/products/${nextProduct(n)}`) },
    { name: 'product, repeated', ...rawFastify, ...repeated(`/api/products/${products[0]}`) },
    { name: 'search, exact', ...varied((n) => searched(n, searchAt(n, count))) },
    { name: 'search, mistyped', steps: get((n) => searched(n, mistypedAt(n, count))) },
    { name: 'add to cart', ...bareShop(0.55), steps: [add] },
    { name: 'whole purchase', ...bareShop(0.65), steps: [fill, order] },
    { name: 'shop as HTML, varied', goal: { cpuMs: 5 }, ...varied(shopPage) },
    {
      name: 'product as HTML, varied',
      goal: { cpuMs: 2.5 },
      ...varied((n) => `/descripcion?producto=${nextProduct(n)}`),
    },
    { name: 'shop as HTML, repeated', ...rawFastify, ...repeated('/tienda') },
  ]
}
