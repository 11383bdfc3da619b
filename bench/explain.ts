/**
 * The plans of the lists and searches, as docs/measurements.md sums them up: the shop answers each call below three times on a large database, and
 * PostgreSQL's `auto_explain` prints the statements of the last answer, planned as on the shop's connections, with their times.
 *
 *   node bench/explain.ts [--products=100000] [--orders=1000000] [--only=text]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connection.ts'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { MAINTENANCE_TIMEOUTS } from '#server/database/timeouts.ts'
import { openDiskStore } from '#server/images/disk-store.ts'
import { makeUser } from '#tests/factories.ts'
import { query } from '#tests/postgres-server.ts'
import { runDrill } from '../drills/run-drill.ts'
import { CATEGORIES, fill, LABORATORIES } from './fixtures.ts'

const shop = (query: string, category = 'all', supplier = 'all') =>
  `/api/products/category/%20/%20/${encodeURIComponent(category)}/${encodeURIComponent(supplier)}?pageSize=12&${query}`
const [ONE, THREE] = [CATEGORIES[2]!, [2, 4, 7].map((at) => CATEGORIES[at]).join()]
const SEARCHES = `losartan 50 mg|lozartan 50 mg|fiebre niños|leche losartan comprimidos|ravotril 50 mg comprimidos|lo|comprimidos`
const STAFFS_PRODUCTS = 'stock=none stock=low missing=dcm sort=stock sort=category search=mg'
const STAFFS_ORDERS = `page=1 status=pending sort=total prescription=unreviewed prescription=unreviewed&page=9&pageSize=100
  prescription=missing prescription=to-retain prescription=approved paid=paid paid=unpaid paid=difference paid=to-confirm
  paid=proof-only proof=unchecked proof=missing search=ana search=soto%20777777`

/** The calls, with the first and the last pages of lists. */
function pathsOf(products: number, orders: number) {
  const last = Math.floor(products / 180)
  const staffsOrders = [...STAFFS_ORDERS.split(/\s+/), `page=${Math.floor(orders / 10)}`]
  return [
    shop('page=11'),
    shop('page=11', ONE),
    shop(`page=${last}`, ONE),
    shop(`page=${last}&order=price`, ONE),
    shop('page=1', ONE, LABORATORIES[4]),
    shop('page=11', THREE),
    ...SEARCHES.split('|').map((words) => shop(`page=1&search=${encodeURIComponent(words)}`)),
    ...STAFFS_PRODUCTS.split(' ').map((query) => `/api/products?${query}&page=1`),
    ...staffsOrders.map((query) => `/api/cart/get-delivery/admin?${query}`),
  ]
}

/** Gives the rows different values for the filters, as in a pharmacy: stocks, prescriptions to review, payments and transfers that wait. */
async function vary(databaseUrl: string) {
  const statements = [
    `update products set
      stock = case when n % 23 = 0 then 0 when n % 17 = 0 then n % 6 else 10 + n % 90 end,
      dcm = case when n % 31 = 0 then '' else dcm end, photo = case when n % 29 = 0 then '' else photo end,
      health_register = case when n % 37 = 0 then '' else 'F-' || n end,
      retired_at = case when n % 50 = 0 then now() end, unit_count = case when n % 11 > 0 then 10 + n % 50 end
      from (select id as numbered, row_number() over (order by id) as n from products) numbers where id = numbered`,
    ...['pending', 'delivered'].map(
      (status) => `insert into order_prescriptions (order_id, page, photo)
        select id, page, 'receta-' || number || '-' || page || '.webp' from (
          select id, number from orders where status = '${status}' and exists (
            select from order_lines join products p on p.id = product_id where order_id = orders.id and p.prescription)
          order by created_at desc limit 1000) found, generate_series(1, 2) page`,
    ),
    'update orders set prescription_sent = true where id in (select order_id from order_prescriptions)',
    `insert into prescription_reviews (order_id, approved)
      select distinct order_id, true from order_prescriptions join orders on orders.id = order_id where status = 'delivered'`,
    `update orders set paid_amount = greatest(1, round(total)::int - case when number % 100 = 7 then 500 else 0 end), paid_on = created_at
      from (select max(created_at) - interval '30 days' as first from orders) days
      where created_at >= first and status <> 'cancelled' and number % 20 <> 0`,
    `insert into payments (digest, occurrence, paid_on, amount, document, description, state, offers)
      select decode(md5(place::text), 'hex'), 1, now(), 1000, '', 'TEF', 'proposed',
        jsonb_build_array(jsonb_build_object('orders', ids, 'reasons', '[]'::jsonb, 'difference', 0))
      from (select place / 3 as place, jsonb_agg(id) as ids
        from (select id, row_number() over (order by created_at desc) as place from orders where status = 'pending' limit 900) open group by 1
      ) offered`,
    'vacuum full products',
    'vacuum analyze',
  ]
  for (const statement of statements) await query(databaseUrl, statement)
}

const defaults = { products: 100_000, orders: 1_000_000, only: '' }

await runDrill(defaults, async ({ folder, atEnd }, { products, orders, only }) => {
  let isShown = false
  const postgres = await startEmbedded({
    dataDir: folder,
    log: (text) => isShown && console.log(text),
    settings: {
      fsync: 'off',
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_buffers': 'on',
      'auto_explain.log_timing': 'off',
    },
  })
  atEnd(() => postgres.stop())
  await fill(postgres.url, { products, orders })
  await vary(postgres.url)
  const database = connect(postgres.url, { max: 1, timeouts: MAINTENANCE_TIMEOUTS, onError: () => {} })
  atEnd(() => database.destroy())
  const config = readConfig({ DATA_DIR: folder, LIMIT_PER_ADDRESS: 'off' })
  const app = await createApp({ config, database, images: openDiskStore(folder) })
  atEnd(() => app.close())
  const { token } = await makeUser(database, { role: 'Administrador' })
  for (const path of pathsOf(products, orders).filter((one) => one.includes(only))) {
    for (const round of [1, 2, 3]) {
      isShown = round === 3
      const began = performance.now()
      const { statusCode } = await app.inject({ url: path, headers: { 'x-access-token': token } })
      if (isShown) console.log(`### ${path}: ${statusCode}, ${(performance.now() - began).toFixed(1)} ms`)
    }
    // PostgreSQL's log arrives a moment later.
    await pause(200)
  }
  return true
})
