/** Compares the bare shop's answers with the shop's before the run: a yardstick has to do the same work. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/database/schema.ts'
import { SHIPPING } from '#tests/factories.ts'
import { HttpConnection, type Sent } from './http-connection.ts'
import type { Server } from './load.ts'
import type { Comparison, Workload } from './workloads.ts'

const SAMPLES = 20

type User = { id: string; token: string; email: string }
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Found = { data: { products: Json[]; total: number; corrected?: string } }

/** The structure of an answer without its values; `null` matches any value. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0]!)] : []
  if (value === null) return null
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

/** Fields with ids and moments, which differ between two databases. */
const VARYING_FIELDS = new Set(['_id', 'date', 'at'])
const withoutOwn = (answer: Json): Json =>
  JSON.parse(JSON.stringify(answer), (key, value) => (VARYING_FIELDS.has(key) ? '' : value))

const found = (answer: Json) => (answer as Found).data
const sameCards = (a: Json, b: Json) =>
  [a, b].some((answer) => found(answer).products.length === 0) ||
  isDeepStrictEqual(shapeOf(found(a).products[0]!), shapeOf(found(b).products[0]!))

const COMPARED = {
  value: isDeepStrictEqual,
  order: (a: Json, b: Json) => isDeepStrictEqual(withoutOwn(a), withoutOwn(b)),
  /** The shops find the same products, but rank them differently. */
  search: (a: Json, b: Json) =>
    found(a).total === found(b).total &&
    found(a).products.length === found(b).products.length &&
    sameCards(a, b),
  /** The shops correct a search differently. */
  correction: sameCards,
} satisfies Record<Comparison, (a: Json, b: Json) => boolean>

/** The parts of two answers that differ first, with their place. */
function firstDifference(a: Json, b: Json, place = ''): string {
  const parts = (value: Json) => (value !== null && typeof value === 'object' ? Object.entries(value) : [])
  const [left, right] = [new Map(parts(a)), new Map(parts(b))]
  if (left.size > 0 && right.size > 0)
    for (const key of new Set([...left.keys(), ...right.keys()]))
      if (!isDeepStrictEqual(left.get(key), right.get(key)) && !VARYING_FIELDS.has(key))
        return firstDifference(left.get(key) ?? null, right.get(key) ?? null, `${place}.${key}`)
  return `${place}: ${JSON.stringify(a)?.slice(0, 500)} and not ${JSON.stringify(b)?.slice(0, 500)}`
}

async function ask(connection: HttpConnection, sent: Sent): Promise<{ status: number; answer: Json }> {
  const { status, body } = await connection.send(sent)
  return { status, answer: JSON.parse(body.toString()) }
}

/** @throws Error with both answers when one differs */
export async function requireSameAnswers(
  shop: Server,
  bareShop: Server,
  workloads: Workload[],
  { customer, admin, database }: { customer: User; admin: User; database: Db },
) {
  const [ours, theirs] = await Promise.all([shop, bareShop].map(({ url }) => HttpConnection.open(url)))
  const compare = async (name: string, sent: Sent, comparison: Comparison): Promise<Json> => {
    const [given, wanted] = await Promise.all([ask(theirs!, sent), ask(ours!, sent)])
    if (given.status === wanted.status && COMPARED[comparison](given.answer, wanted.answer))
      return wanted.answer
    throw new Error(
      `${name}: the bare shop answers ${sent.path} with ${given.status}, the shop with ${wanted.status}\n` +
        firstDifference(given.answer, wanted.answer),
    )
  }
  try {
    for (const { name, against, request, compared = 'value' } of workloads) {
      if (against !== 'bare shop') continue
      for (let n = 0; n < SAMPLES; n += 1) await compare(name, request(n, 0), compared)
    }
    const headers = { 'x-access-token': customer.token, 'content-type': 'application/json' }
    const post = (path: string, body: object): Sent => ({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    })
    const { id: productId } = await database
      .selectFrom('products')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const items = [{ productId, quantity: 2 }]
    const cart = await compare('cart', post('/api/cart/update-cart', { cart: customer.id, items }), 'value')
    const order = {
      ...SHIPPING,
      email: customer.email,
      id: customer.id,
      products: (cart as { data: Json }).data,
    }
    await compare('purchase', post('/api/cart/create-delivery', order), 'order')
    const path = '/api/cart/get-delivery/admin?page=1&pageSize=1'
    await compare('order', { path, headers: { 'x-access-token': admin.token } }, 'order')
  } finally {
    ours!.close()
    theirs!.close()
  }
}
