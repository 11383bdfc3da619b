import type { Db } from '#server/database/schema.ts'

type User = { id: string; token: string }
type Sent = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** A kind of request. `request` gets a running number, for workloads whose requests differ. */
export type Workload = { name: string; request: (number: number) => Sent }

const SHOP = '/api/products/category/%20/%20/all/all'

/** The workloads (docs/product.md#budgets). An unknown query parameter makes a URL that isn't in the response cache. */
export async function workloads(
  database: Db,
  { admin, customer }: { admin: User; customer: User },
): Promise<Workload[]> {
  const products = await database.selectFrom('products').select('id').limit(2_000).execute()
  const { number } = await database
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const productAt = (n: number) => products[n % products.length]?.id ?? ''
  const staff = { 'x-access-token': admin.token }
  const get = (
    name: string,
    path: (n: number) => string,
    headers: Record<string, string> = {},
  ): Workload => ({
    name,
    request: (n) => ({ path: path(n), headers }),
  })
  return [
    get('shop list, repeated', () => `${SHOP}?page=1&pageSize=12`),
    get('product, repeated', () => `/api/products/${productAt(0)}`),
    get('shop list, from PostgreSQL', (n) => `${SHOP}?page=${1 + (n % 50)}&pageSize=12&n=${n}`),
    get('product, from PostgreSQL', (n) => `/api/products/${productAt(n)}?n=${n}`),
    get('search with a typing error', (n) => `${SHOP}?page=1&pageSize=12&search=lozartan&n=${n}`),
    get('orders, first page', () => '/api/cart/get-delivery/admin?page=1&pageSize=10', staff),
    get(
      'orders, last page',
      () => `/api/cart/get-delivery/admin?page=${Math.ceil(number / 10)}&pageSize=10`,
      staff,
    ),
    {
      name: 'add to cart',
      request: (n) => ({
        method: 'POST',
        path: '/api/cart/add-to-cart',
        headers: { 'x-access-token': customer.token, 'content-type': 'application/json' },
        body: JSON.stringify({ user: customer.id, items: [{ productId: productAt(n % 20), quantity: 1 }] }),
      }),
    },
    get('shop as HTML, repeated', () => '/tienda'),
    get('shop as HTML, rendered', (n) => `/tienda?n=${n}`),
  ]
}
