/**
 * `npm run drill:model`: random stories of customers and staff who act at the same time, on one server. After each round, carts and
 * stock must match the answers; after each story, all rules of the shop hold; in the end, the ledger's orders are the database's.
 */
import fc from 'fast-check'
import { openBrowser } from './browser.ts'
import { brokenRules, closeBook, Ledger } from './ledger.ts'
import { play, Round } from './model/act.ts'
import { CUSTOMERS, type Story, story } from './model/stories.ts'
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
    const whole = new Round()
    let carts = new Map<string, number>()
    for (const acts of rounds) {
      const round = new Round()
      const scene = { ...people, browser, products, orders: [...whole.placed.values()], round, ledger }
      await Promise.all(acts.map((act) => play(act, scene)))
      played.rounds += 1
      played.acts += acts.length
      const now = await readCarts()
      requireNone([...round.unexplained, ...wrongCarts(carts, now, round)])
      carts = now
      for (const [id, sale] of round.placed) whole.placed.set(id, sale)
      whole.saved.push(...round.saved)
      whole.imported.push(...round.imported)
    }
    requireNone(await wrongMovements(products, whole))
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
  const wrongCarts = (before: Map<string, number>, now: Map<string, number>, round: Round) => {
    const expected = new Map(before)
    const add = (line: string, units: number) => expected.set(line, (expected.get(line) ?? 0) + units)
    for (const { customer, productId, units } of round.added) add(`${customer} ${productId}`, units)
    for (const { customer, lines } of round.placed.values())
      for (const { productId, quantity } of lines) add(`${customer} ${productId}`, -quantity)
    return [...new Set([...expected.keys(), ...now.keys()])]
      .filter((line) => !round.replaced.has(line.split(' ')[0]!))
      .filter((line) => (expected.get(line) ?? 0) !== (now.get(line) ?? 0))
      .map((line) => `${now.get(line)} units in a cart that must have ${expected.get(line)}: ${line}`)
  }

  /** Checks the movements of stock: forms change it by their differences, imports set it. A rule of the ledger checks those of orders. */
  const wrongMovements = async (products: Product[], { saved, imported }: Round) => {
    const rows = await query<{ id: string; cause: string; change: number; balance: number }>(
      url,
      'select product_id as id, cause, change, balance from stock_movements where product_id = any($1)',
      [products.map(({ id }) => id)],
    )
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    return products.flatMap(({ id }) => {
      const own = rows.filter((row) => row.id === id)
      const set = imported.filter(({ productId }) => productId === id).map(({ units }) => units)
      const ofForms = sum(own.filter(({ cause }) => cause === 'form').map(({ change }) => change))
      const differences = sum(saved.filter(({ productId }) => productId === id).map(({ units }) => units))
      const isWrong =
        ofForms !== differences ||
        set.some((stock) => stock > 0 && !own.some(({ balance }) => balance === stock)) ||
        own.some(({ cause, balance }) => cause === 'import' && !set.includes(balance))
      return isWrong ? [`movements of ${id}: ${JSON.stringify({ own, differences, set })}`] : []
    })
  }

  const failure = await findFailure(fc.asyncProperty(story, playStory), { runs: stories, seed, path })
  browser.close()
  await server.stop()
  if (failure) console.log(JSON.stringify(failure))
  const { stories: told, rounds, acts } = played
  const more = [`${told} historias`, `${rounds} rondas`, `${acts} actos a la vez`, `semilla ${seed}`]
  return (await closeBook(url, ledger, { deaths: server.deaths, faultless: true, more })) && !failure
})

function requireNone(problems: string[]) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
