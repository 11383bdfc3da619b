/** Stock and price of many products from one client, while customers buy. */

import { steadyLoad } from '../load/steady-load.ts'
import { withClient } from '../with-client.ts'
import { openCashDesk } from './cash-desk.ts'

/** Items of a batch, the most that the call takes. */
const BATCH = 1_000
/** Requests of customers a second meanwhile, and before. */
const RATE = 20
const SECONDS_BEFORE = 10
const MAX_SECONDS = 120

type Options = { base: string; databaseUrl: string; token: string; products: number }

export async function updateAll({ base, databaseUrl, token, products }: Options) {
  const barcodes = await addCatalogue(databaseUrl, products)
  const desk = await openCashDesk(base, token)
  const quiet = await steadyLoad({ base, databaseUrl, rate: RATE, seconds: SECONDS_BEFORE })
  let isDone = false
  const begun = Promise.withResolvers<void>()
  const until = () => {
    begun.resolve()
    return isDone
  }
  const load = steadyLoad({ base, databaseUrl, rate: RATE, seconds: MAX_SECONDS, until })
  await begun.promise
  const counts = new Map<string, number>()
  const started = performance.now()
  for (let from = 0; from < barcodes.length; from += BATCH) {
    const items = barcodes
      .slice(from, from + BATCH)
      .map((barcode) => ({ barcode, stockChange: -3, cost: 1_990 }))
    for (const { status } of await desk.send(items)) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  const seconds = (performance.now() - started) / 1_000
  isDone = true
  desk.close()
  const wrong = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ wrong: number }>(
      `select count(*)::int as wrong from products where barcode like '790%' and (stock <> 97 or cost <> 1990)`,
    )
    return rows[0]!.wrong
  })
  return { seconds, saved: counts.get('saved') ?? 0, wrong, quiet, meanwhile: await load }
}

/** Adds products with a stock of 100, and returns their barcodes. */
const addCatalogue = (databaseUrl: string, products: number) =>
  withClient(databaseUrl, async (client) => {
    await client.query("insert into categories (name) values ('Caja') on conflict do nothing")
    await client.query("insert into suppliers (name) values ('Laboratorio Caja') on conflict do nothing")
    const { rows } = await client.query<{ barcode: string }>(
      `insert into products (barcode, tradename, category_id, supplier_id, stock, cost, sale_condition)
       select '790' || lpad(n::text, 10, '0'), 'Producto de caja ' || n, category.id, supplier.id, 100, 990, 'none'
       from generate_series(1, $1::int) n, (select id from categories where name = 'Caja') category,
         (select id from suppliers where name = 'Laboratorio Caja') supplier
       returning barcode`,
      [products],
    )
    await client.query('analyze products')
    return rows.map(({ barcode }) => barcode)
  })
