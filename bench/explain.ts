/**
 * The plans of the lists and searches, as docs/performance.md shows them. Each call of the shop is made twice. Its statements are then
 * explained as prepared statements with the same values.
 *
 *   node bench/explain.ts [--products=100000] [--orders=1000000] [--only=text]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '#server/database/timeouts.ts'
import { readOpenTasks } from '#server/features/board/open-tasks.ts'
import { readTransfers } from '#server/features/board/read-transfers.ts'
import { listOrders } from '#server/features/orders/list-orders.ts'
import { addUpProductCounts } from '#server/features/products/add-up-counts.ts'
import { listProducts } from '#server/features/products/list-products.ts'
import { findProduct } from '#server/features/products/queries.ts'
import { listShop } from '#server/features/shop/list-shop.ts'
import { percentile } from '../drills/percentile.ts'
import { runDrill } from '../drills/run-drill.ts'
import { CATEGORIES, LABORATORIES } from './fixtures.ts'
import { openDatabase } from './open-database.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
  },
})

/** Gives the products different values for the filters, as in a pharmacy. */
async function vary(database: Db) {
  await sql`update products set
    stock = case when n % 23 = 0 then 0 when n % 17 = 0 then n % 6 else 10 + n % 90 end,
    dcm = case when n % 31 = 0 then '' else dcm end, photo = case when n % 29 = 0 then '' else photo end,
    health_register = case when n % 37 = 0 then '' else 'F-' || n end,
    retired_at = case when n % 50 = 0 then now() end, unit_count = case when n % 11 > 0 then 10 + n % 50 end
    from (select id as numbered, row_number() over (order by id) as n from products) numbers where id = numbered`.execute(
    database,
  )
  await addPrescriptions(database)
  await addTransfers(database)
  await addUpProductCounts(database)
  await sql`vacuum full products`.execute(database)
  await sql`vacuum analyze`.execute(database)
}

/** Puts pages on the last thousand pending orders that need a prescription, and decides about a thousand delivered ones. */
async function addPrescriptions(database: Db) {
  const ofStatus = (status: string) => sql`
    select id, number from orders where status = ${sql.lit(status)} and exists (
      select from order_lines join products p on p.id = product_id where order_id = orders.id and p.prescription)
    order by created_at desc limit 1000`
  for (const status of ['pending', 'delivered'])
    await sql`insert into order_prescriptions (order_id, page, photo)
      select id, page, 'receta-' || number || '-' || page || '.webp' from (${ofStatus(status)}) found, generate_series(1, 2) page`.execute(
      database,
    )
  await sql`insert into prescription_reviews (order_id, approved) select id, true from (${ofStatus('delivered')}) found`.execute(
    database,
  )
}

/** Pays nineteen of twenty orders of 30 days, a few of them in part, and lets 300 transfers wait with three orders each. */
async function addTransfers(database: Db) {
  const days = sql`(select max(created_at) - interval '30 days' as first, max(created_at) as last from orders)`
  await sql`insert into bank_statements (account, file_name, actor_name, first_day, last_day, credits, repeated, gaps, refused)
    select '', 'cartola.xlsx', '', first, last, 0, 0, '[]', '[]' from ${days} days`.execute(database)
  await sql`update orders set paid_amount = greatest(1, round(total)::int - case when number % 100 = 7 then 500 else 0 end),
      paid_on = created_at
    from ${days} days where created_at >= first and status <> 'cancelled' and number % 20 <> 0`.execute(
    database,
  )
  await sql`insert into payments (digest, occurrence, paid_on, amount, document, description, state, offers)
    select decode(md5(place::text), 'hex'), 1, last, 1000, '', 'TEF', 'proposed',
      jsonb_build_array(jsonb_build_object('orders', ids, 'reasons', '[]'::jsonb, 'difference', 0))
    from ${days} days, (
      select place / 3 as place, jsonb_agg(id) as ids
      from (select id, row_number() over (order by created_at desc) as place from orders where status = 'pending' limit 900) open
      group by 1
    ) offered`.execute(database)
}

const shop = (query: object) => (database: Db) =>
  listShop(database, { category: 'all', supplier: 'all', page: 1, pageSize: 12, ...query })
const staff = (query: object) => (database: Db) => listProducts(database, { page: 1, pageSize: 10, ...query })
const orders = (query: object) => (database: Db) => listOrders(database, { page: 1, pageSize: 10, ...query })
const unreviewed = { prescription: 'unreviewed' }
const CATEGORY = { category: CATEGORIES[2] }
const THREE = { category: [CATEGORIES[2], CATEGORIES[4], CATEGORIES[7]].join() }
const LAST = Math.floor(Number(values.products) / 180)

const calls: Record<string, (database: Db) => Promise<unknown>> = {
  'shop: all, page 11': shop({ page: 11 }),
  'shop: one category, page 1': shop(CATEGORY),
  'shop: one category, page 11': shop({ ...CATEGORY, page: 11 }),
  'shop: one category, near its end': shop({ ...CATEGORY, page: LAST }),
  'shop: one category by price, near its end': shop({ ...CATEGORY, order: 'price', page: LAST }),
  'shop: one category and one laboratory': shop({ ...CATEGORY, supplier: LABORATORIES[4] }),
  'shop: three categories, page 11': shop({ ...THREE, page: 11 }),
  'shop: search "losartan 50 mg"': shop({ search: 'losartan 50 mg' }),
  'shop: search "lozartan 50 mg"': shop({ search: 'lozartan 50 mg' }),
  'shop: search "fiebre niños"': shop({ search: 'fiebre niños' }),
  'shop: search "leche losartan comprimidos", shortened': shop({ search: 'leche losartan comprimidos' }),
  'shop: search "ravotril 50 mg comprimidos", by ingredient': shop({ search: 'ravotril 50 mg comprimidos' }),
  'shop: search "lo"': shop({ search: 'lo' }),
  'shop: search "comprimidos", in each name': shop({ search: 'comprimidos' }),
  'product by its id': async (database) => {
    const { rows } = await sql<{ id: string }>`select id from products limit 1`.execute(database)
    return findProduct(database, rows[0]!.id)
  },
  'staff: without stock': staff({ stock: 'none' }),
  'staff: low stock': staff({ stock: 'low' }),
  'staff: without DCM': staff({ missing: 'dcm' }),
  'staff: by stock': staff({ sort: 'stock' }),
  'staff: by category': staff({ sort: 'category' }),
  'staff: search "mg", in each product': staff({ search: 'mg' }),
  'orders: first page': orders({}),
  'orders: last page': orders({ page: Number(values.orders) / 10 }),
  'orders: pending': orders({ status: 'pending' }),
  'orders: by total': orders({ sort: 'total' }),
  'orders: 1,000 prescriptions to review, page 1': orders(unreviewed),
  'orders: 1,000 prescriptions to review, page 9 of 100 rows': orders({
    ...unreviewed,
    page: 9,
    pageSize: 100,
  }),
  'orders: prescriptions missing, of 300,000 pending orders': orders({ prescription: 'missing' }),
  'orders: originals to retain': orders({ prescription: 'to-retain' }),
  'orders: approved prescriptions': orders({ prescription: 'approved' }),
  'orders: paid': orders({ paid: 'paid' }),
  'orders: unpaid': orders({ paid: 'unpaid' }),
  'orders: paid too much or too little': orders({ paid: 'difference' }),
  'orders: with a transfer to decide': orders({ paid: 'to-confirm' }),
  'orders: proofs without a transfer': orders({ paid: 'proof-only' }),
  'orders: proofs to check': orders({ proof: 'unchecked' }),
  'orders: without a proof': orders({ proof: 'missing' }),
  'open tasks': readOpenTasks,
  'money by transfer': (database) => readTransfers(database, new Date()),
  'orders: search "ana", in each order': orders({ search: 'ana' }),
  'orders: search "soto 777777"': orders({ search: 'soto 777777' }),
}

/** Shortens a plan to its steps (times, rows, index condition) and the blocks that the whole plan read. */
const shorten = (plan: string[]) =>
  plan.filter(
    (line, index) =>
      /^ *->|Index Cond|Filter:|Sort Key|Rows Removed/.test(line) ||
      index === 0 ||
      /^ {0,2}Buffers/.test(line),
  )

/** Milliseconds of PostgreSQL's CPU for a call, which depend little on other load of the machine; only on Linux. */
async function backendTime(database: Db, call: (database: Db) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < 15; round += 1) {
    // The pool may have opened another connection meanwhile.
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
    const busy = () => Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    const before = busy()
    await call(database)
    times.push(busy() - before)
  }
  return percentile(times, 0.5).toFixed(2)
}

async function explain(database: Db, title: string, call: (database: Db) => Promise<unknown>) {
  const sent: CompiledQuery[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  }
  const listening = database.withPlugin(listener)
  const executor = listening.getExecutor()
  const { executeQuery } = executor
  executor.executeQuery = (query) => {
    sent.push(query)
    return executeQuery.call(executor, query) as never
  }
  await call(listening)
  sent.length = 0
  await call(listening)
  console.log(`### ${title}: ${await backendTime(database, call)} ms of PostgreSQL\n`)
  // Prepared like on the shop's connections: PostgreSQL plans without knowing the values.
  await database.connection().execute(async (connection) => {
    for (const { sql: text, parameters } of sent) {
      await sql.raw(`prepare explained as ${text}`).execute(connection)
      const given = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, costs off, timing off) execute explained${given}`,
        )
        .execute(connection)
      await sql`deallocate explained`.execute(connection)
      const plan = shorten(rows.map((row) => row['QUERY PLAN']))
      console.log(`\`\`\`\n${plan.join('\n')}\n\`\`\`\n`)
    }
  })
}

const literal = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? pg.escapeLiteral(
          `{${value.map((item) => (item === null ? 'null' : JSON.stringify(item))).join(',')}}`,
        )
      : pg.escapeLiteral(String(value))

const counts = { products: Number(values.products), orders: Number(values.orders) }
await runDrill({ name: 'explain', minutes: 60, keep: false }, async (drill) => {
  const { database } = await openDatabase(drill, counts, { max: 1, timeouts: MAINTENANCE_TIMEOUTS })
  await vary(database)
  for (const [title, call] of Object.entries(calls))
    if (title.includes(values.only)) await explain(database, title, call)
  return true
})
