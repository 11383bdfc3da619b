/**
 * `npm run drill:model`: random stories of customers and staff who act at the same time, on one server. After each round, carts and
 * stock must match the answers; after each story, all rules of the shop hold; in the end, the ledger's orders are the database's.
 */
import fc from 'fast-check'
import { openBrowser } from './browser.ts'
import { brokenRules, closeBook, Ledger } from './ledger.ts'
import { CUSTOMERS, play, type Scene, type Story, story } from './model/act.ts'
import { findFailure, RANDOM } from './random-runs.ts'
import { runDrill } from './run-drill.ts'
import { openDatabase, query, startShop } from './start-shop.ts'
import { addProducts, makePeople, type Product } from './trade.ts'

await runDrill({ stories: 500, ...RANDOM }, async (drill, { stories, seed, path }) => {
  const { url } = await openDatabase(drill)
  const server = await startShop(drill, url)
  const people = await makePeople(url, CUSTOMERS)
  const browser = openBrowser(server.url, 20)
  const ledger = new Ledger()
  const played = { stories: 0, rounds: 0, acts: 0 }

  const playStory = async ({ stocks, rounds }: Story) => {
    played.stories += 1
    // Rate limits are reset: the same customers order in all stories.
    await query(url, 'with emptied as (delete from cart_lines) delete from rate_limits')
    const products = await addProducts(url, stocks, `7${played.stories}-`)
    const told = { ...people, browser, products, ledger, orders: new Map(), forms: new Map() }
    let carts = new Map<string, number>()
    for (const acts of rounds) {
      const scene: Scene = { ...told, carts: new Map(), replaced: new Set(), unexplained: [] }
      await Promise.all(acts.map((act) => play(act, scene)))
      played.rounds += 1
      played.acts += acts.length
      const now = await readCarts()
      requireNone([...scene.unexplained, ...wrongCarts(carts, now, scene)])
      carts = now
    }
    requireNone(await wrongForms(products, told.forms))
    requireNone([...(await brokenRules(url, ledger))].map(([rule, found]) => `${rule}: ${found}`))
  }

  const readCarts = async () => {
    const lines = await query<{ line: string; quantity: number }>(
      url,
      "select user_id || ' ' || product_id as line, quantity from cart_lines",
    )
    return new Map(lines.map(({ line, quantity }) => [line, quantity]))
  }

  /** Added units are in the cart or ordered, unless the customer removed some. */
  const wrongCarts = (before: Map<string, number>, now: Map<string, number>, { carts, replaced }: Scene) =>
    [...new Set([...before.keys(), ...carts.keys(), ...now.keys()])]
      .filter((line) => !replaced.has(line.split(' ')[0]!))
      .map((line) => ({
        line,
        has: now.get(line) ?? 0,
        must: (before.get(line) ?? 0) + (carts.get(line) ?? 0),
      }))
      .filter(({ has, must }) => has !== must)
      .map(({ line, has, must }) => `${has} units in a cart that must have ${must}: ${line}`)

  /** Forms change the stock by their differences, whatever was sold meanwhile. */
  const wrongForms = async (products: Product[], forms: Map<string, number>) => {
    const rows = await query<{ id: string; units: number }>(
      url,
      "select product_id as id, sum(change)::int as units from stock_movements where cause = 'form' and product_id = any($1) group by 1",
      [products.map(({ id }) => id)],
    )
    const moved = new Map(rows.map(({ id, units }) => [id, units]))
    return products
      .filter(({ id }) => (moved.get(id) ?? 0) !== (forms.get(id) ?? 0))
      .map(({ id }) => `${moved.get(id)} units moved by forms that changed ${forms.get(id)}: ${id}`)
  }

  const failure = await findFailure(fc.asyncProperty(story, playStory), { runs: stories, seed, path })
  browser.close()
  await server.stop()
  if (failure) console.log(JSON.stringify(failure))
  const { stories: count, rounds, acts } = played
  const more = [`${count} historias`, `${rounds} rondas`, `${acts} actos a la vez`, `semilla ${seed}`]
  return (await closeBook(url, ledger, { deaths: server.deaths, faultless: true, more })) && !failure
})

function requireNone(problems: string[]) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
