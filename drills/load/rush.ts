/** More buyers than units at the same moment: exactly the stock is sold, and all other buyers get NO_STOCK. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { NoAnswer, openBrowser, type Reply } from '../call-server.ts'
import { makeProducts, makeShoppers, type Shopper, withDatabase } from './shoppers.ts'

type Options = {
  base: string
  databaseUrl: string
  buyers: number
  stock: number
  /** Prepares somebody else, who then takes units of the product at the same moment. */
  rival?: (productId: string) => Promise<() => Promise<unknown>>
}

export type Rush = {
  sold: number
  refused: number
  /** Answers that were neither a sale nor NO_STOCK. */
  others: string[]
  /** Submits repeated because the server was busy (503) or didn't answer. */
  repeated: number
  milliseconds: number
  /** The stock at the end. */
  left: number
}

/** The most attempts of a buyer. */
const MAX_ATTEMPTS = 20
/** Milliseconds between two attempts. */
const RETRY_DELAY_MS = 500

export async function rush({ base, databaseUrl, buyers, stock, rival }: Options): Promise<Rush> {
  const [product] = await makeProducts(databaseUrl, 1, stock)
  const shoppers = await makeShoppers(databaseUrl, buyers)
  await withDatabase(databaseUrl, (database) =>
    database
      .insertInto('cart_lines')
      .values(shoppers.map(({ id }) => ({ user_id: id, product_id: product!.id, quantity: 1 })))
      .execute(),
  )
  const takeUnits = await rival?.(product!.id)
  let repeated = 0
  const started = performance.now()
  const [answers] = await Promise.all([
    Promise.all(shoppers.map((shopper) => submit(base, shopper, product!.id, () => (repeated += 1)))),
    takeUnits?.(),
  ])
  const milliseconds = performance.now() - started
  const left = await withDatabase(databaseUrl, (database) =>
    database.selectFrom('products').select('stock').where('id', '=', product!.id).executeTakeFirstOrThrow(),
  )
  const is = (status: number, code?: string) => (answer: Reply) =>
    answer.status === status && answer.body.code === code
  return {
    sold: answers.filter(is(201)).length,
    refused: answers.filter(is(409, 'NO_STOCK')).length,
    others: answers
      .filter((answer) => !is(201)(answer) && !is(409, 'NO_STOCK')(answer))
      .map(({ status, body }) => `${status} ${body.code}`),
    repeated,
    milliseconds,
    left: left.stock,
  }
}

async function submit(
  base: string,
  { id, token, email }: Shopper,
  productId: string,
  onRepeat: () => void,
): Promise<Reply> {
  const browser = openBrowser(base)
  const headers = { 'idempotency-key': randomUUID() }
  const json = { ...SHIPPING, email, id, products: [{ productId, quantity: 1 }] }
  let last: Reply = { status: 0, body: {} }
  try {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      try {
        last = await browser.call({ path: '/cart/create-delivery', token, json, headers })
        if (last.status !== 503) return last
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
      }
      onRepeat()
      await pause(RETRY_DELAY_MS)
    }
    return last
  } finally {
    browser.close()
  }
}
