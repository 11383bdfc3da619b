/**
 * `npm run drill:kill`: the shop of `npm start` is killed under checkout, again and again, on one data folder. Every other
 * time PostgreSQL is killed with it, as when the power fails.
 */
import { playFaults } from './faults.ts'
import { closeBook } from './ledger.ts'
import { readOptions, runDrill } from './run-drill.ts'
import { embeddedUrl, shopFolder, startShop } from './start-shop.ts'
import { startTrade } from './trade.ts'

const options = readOptions({ times: 30, customers: 10, orders: 25, rest: 100, keep: false })
const { times, customers, orders, rest, keep } = options

await runDrill('kill', { minutes: 5 + times, keep }, async (drill) => {
  const server = await startShop(drill)
  const databaseUrl = embeddedUrl(shopFolder(drill))
  const trade = await startTrade({ base: server.url, databaseUrl, customers, rest })
  const kills = Array.from({ length: times }, (_, time) => {
    const everything = time % 2 === 1
    const play = async () => {
      await server.kill({ everything })
      await server.start()
    }
    return { name: `${time + 1}. ${everything ? 'servidor y PostgreSQL' : 'servidor'}`, play }
  })
  const { figures } = await playFaults(trade, kills, { orders, deaths: () => server.deaths })
  const more = [`${times} caídas`, figures]
  return closeBook(embeddedUrl(shopFolder(drill)), trade.ledger, { deaths: server.deaths, more })
})
