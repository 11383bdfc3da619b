import type { Db } from '#server/database/schema.ts'
import { CATEGORIES, describeProduct, LABORATORIES } from './fixtures.ts'
import type { Sent } from './http-connection.ts'
import { customerOf } from './load.ts'

type User = { id: string; token: string }

/** The server to compare a workload with: the bare shop, or a raw Fastify that returns the same bytes. */
export type Yardstick = 'bare shop' | 'raw Fastify'

/** A workload's goal: a share of the yardstick's rate, or a maximum of CPU milliseconds per request. */
export type Goal = { share: number } | { cpuMs: number }

/**
 * A comparison of two shops' answers: by value, without ids and dates, as a search in any order, or only the corrected search's cards.
 */
export type Comparison = 'value' | 'order' | 'search' | 'correction'

/** A workload makes a request from the request's number and the visitor's; each visitor has a connection. */
export type Workload = {
  name: string
  against: Yardstick
  goal?: Goal
  request: (number: number, visitor: number) => Sent
  /** The comparison of shop and bare shop before the run; by value if absent. */
  compared?: Comparison
}

/** A whole number below `end`, the same for the same numbers. */
function pick(number: number, salt: number, end: number): number {
  let hash = Math.imul(number ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % end
}

const one = (values: string[], number: number, salt: number) => values[pick(number, salt, values.length)]!

/**
 * The filters of the n-th list, with a frequency in twentieths: categories, suppliers, a search, and the number of pages read, of 10,000
 * products.
 */
function narrowed(n: number): { category: string; supplier: string; pages: number; search?: string } {
  const category = one(CATEGORIES, n, 1)
  const supplier = one(LABORATORIES, n, 2)
  const kind = n % 20
  if (kind < 9) return { category, supplier: 'all', pages: 20 }
  if (kind < 12) return { category: 'all', supplier, pages: 20 }
  if (kind < 14) return { category, supplier, pages: 1 }
  if (kind < 16) return { category: `${category},${one(CATEGORIES, n, 3)}`, supplier: 'all', pages: 20 }
  if (kind < 17) return { category: 'all', supplier: `${supplier},${one(LABORATORIES, n, 4)}`, pages: 20 }
  if (kind < 18) return { category: 'all', supplier: 'all', pages: 50 }
  const product = describeProduct(pick(n, 5, 10_000))
  return { category: product.category, supplier: 'all', pages: 1, search: product.ingredient }
}

/** The n-th search: an ingredient, a strength or a laboratory, or several of them. */
function searched(n: number, products: number): string {
  const { ingredient, strength, laboratory } = describeProduct(pick(n, 5, products))
  const words = [
    [ingredient, strength],
    [ingredient, laboratory],
    [ingredient, strength, laboratory],
    [ingredient],
    [laboratory],
  ][n % 5]!
  return words.join(' ').toLowerCase()
}

/** The n-th search with a typing error in the ingredient: a letter is missing, or two are swapped. */
function mistyped(n: number, products: number): string {
  const { ingredient, strength } = describeProduct(pick(n, 5, products))
  const at = 2 + pick(n, 8, Math.max(1, ingredient.length - 4))
  const [a, b] = [ingredient[at]!, ingredient[at + 1]!]
  const word = ingredient.slice(0, at) + (n % 2 ? '' : b + a) + ingredient.slice(at + (n % 2 ? 1 : 2))
  return (n % 4 < 2 ? word : `${word} ${strength}`).toLowerCase()
}

const query = (values: Record<string, string | number | undefined>) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** A page of the n-th list that exists in a catalogue of this size. */
const pageOf = (n: number, pages: number, products: number) =>
  1 + pick(n, 6, Math.max(1, Math.floor((pages * products) / 10_000)))

function listPath(n: number, products: number): string {
  const { category, supplier, pages, search } = narrowed(n)
  const names = [category, supplier].map(encodeURIComponent).join('/')
  return `/api/products/category/${n}/%20/${names}?${query({ page: pageOf(n, pages, products), pageSize: 12, search })}`
}

const searchPath = (search: string, n: number) =>
  `/api/products/category/${n}/%20/all/all?${query({ page: 1, pageSize: 12, search })}`

function shopPage(n: number, products: number): string {
  const { category, supplier, pages, search } = narrowed(n)
  const named = (names: string) => (names === 'all' ? undefined : names)
  return `/tienda?${query({ categoria: named(category), marca: named(supplier), pagina: pageOf(n, pages, products), buscar: search, solo: n })}`
}

/** The header that every browser sends. */
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * The workloads of bench/run.ts (docs/performance.md). The varied ones miss the cache: each address has a parameter `n` without effect,
 * and products come round in turn.
 */
export async function workloads(
  database: Db,
  { admin, customers }: { admin: User; customers: User[] },
): Promise<Workload[]> {
  const products = await database.selectFrom('products').select('id').orderBy('id').execute()
  const { number: orders } = await database
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const productAt = (n: number) => products[pick(n, 7, products.length)]!.id
  /** Goes through all products once, in a mixed order: 7919 is a prime. */
  const nextProduct = (n: number) => products[(n * 7_919) % products.length]!.id
  const list = (n: number) => listPath(n, products.length)
  const page = (n: number) => shopPage(n, products.length)
  const staff = { 'x-access-token': admin.token }
  const lastPage = (rows: number) => Math.ceil(rows / 10)
  const get = (
    name: string,
    against: Yardstick,
    goal: Goal | undefined,
    path: (n: number) => string,
    headers?: Record<string, string>,
  ): Workload => ({ name, against, goal, request: (n) => ({ path: path(n), headers }) })
  const bare = (share: number) => ['bare shop', { share }] as const
  const raw = (share: number) => ['raw Fastify', { share }] as const
  return [
    get('list by category, varied', ...bare(0.55), list),
    get('list by category, repeated', ...raw(0.5), () => list(0), COMPRESSED),
    get('product, varied', ...bare(0.55), (n) => `/api/products/${nextProduct(n)}`),
    get('product, repeated', ...raw(0.5), () => `/api/products/${productAt(0)}`, COMPRESSED),
    {
      ...get('search, exact', ...bare(0.55), (n) => searchPath(searched(n, products.length), n)),
      compared: 'search',
    },
    {
      ...get('search, mistyped', ...bare(0.55), (n) => searchPath(mistyped(n, products.length), n)),
      compared: 'correction',
    },
    get(
      'staff’s orders, first page',
      ...bare(0.9),
      () => '/api/cart/get-delivery/admin?page=1&pageSize=10',
      staff,
    ),
    get(
      'staff’s orders, last page',
      ...bare(0.9),
      () => `/api/cart/get-delivery/admin?page=${lastPage(orders)}&pageSize=10`,
      staff,
    ),
    get('staff’s products, first page', ...bare(0.9), () => '/api/products?page=1&pageSize=10', staff),
    get(
      'staff’s products, last page',
      ...bare(0.9),
      () => `/api/products?page=${lastPage(products.length)}&pageSize=10`,
      staff,
    ),
    {
      name: 'add to cart',
      against: 'bare shop',
      goal: { share: 0.55 },
      request: (n, visitor) => {
        // Several additions follow each other in a cart, so that it gets several products.
        const { id, token } = customerOf(customers, visitor, Math.floor(n / 20))
        return {
          method: 'POST',
          path: '/api/cart/add-to-cart',
          headers: { 'x-access-token': token, 'content-type': 'application/json' },
          body: JSON.stringify({ user: id, items: [{ productId: productAt(n % 20), quantity: 1 }] }),
        }
      },
    },
    get('shop as HTML, varied', 'raw Fastify', { cpuMs: 5 }, page),
    get('shop as HTML, varied, compressed', 'raw Fastify', undefined, page, COMPRESSED),
    get(
      'product as HTML, varied',
      'raw Fastify',
      { cpuMs: 2.5 },
      (n) => `/descripcion?producto=${nextProduct(n)}`,
    ),
    get('shop as HTML, repeated', ...raw(0.5), () => '/tienda', COMPRESSED),
  ]
}
