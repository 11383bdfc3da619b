/**
 * `npm run drill:kill`: the shop of `npm start` is killed under checkout, again and again, on one data folder. Every other
 * time PostgreSQL is killed with it, as when the power fails.
 */

import { runDrill } from './run-drill.ts'
import { startShop } from './start-shop.ts'
import { sellThrough } from './trade.ts'

const defaults = { times: 30, customers: 10, orders: 25, rest: 100 }

await runDrill(defaults, async (drill, { times, ...selling }) => {
  const server = await startShop(drill)
  const kills = Array.from({ length: times }, (_, time) => {
    const everything = time % 2 === 1
    const play = async () => {
      await server.kill({ everything })
      await server.start()
    }
    return { name: `${time + 1}. ${everything ? 'servidor y PostgreSQL' : 'servidor'}`, play }
  })
  return sellThrough(kills, [server], selling)
})
