/**
 * `npm run drill:database`: a server's PostgreSQL is restarted, its busy connections are ended, and it hangs. The same
 * server process has to survive it all and sell again within ten seconds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { AppServer } from './app-server.ts'
import { balance } from './book.ts'
import { postmasterOf, signalTree } from './processes.ts'
import { observe, printBook, printStep } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startDatabase, startShop } from './start-shop.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '10' },
    /** Number of times that connections of each kind are ended. */
    ended: { type: 'string', default: '5' },
    /** Seconds that PostgreSQL hangs. */
    hang: { type: 'string', default: '10' },
    customers: { type: 'string', default: '20' },
    orders: { type: 'string', default: '40' },
    rest: { type: 'string', default: '200' },
    keep: { type: 'boolean', default: false },
  },
})

/** The most milliseconds until the shop sells again after its database is back. */
const MAX_RECOVERY_MS = 10_000
/** The drill's own connections have this name, so that it doesn't end them with the server's. */
const APPLICATION_NAME = 'simulacro'

await runDrill({ name: 'database', minutes: 15, keep: values.keep }, async (drill) => {
  const postgres = await startDatabase(drill)
  const server = await startShop(drill, postgres.url)
  const trade = await startTrade({
    base: server.url,
    databaseUrl: postgres.url,
    customers: Number(values.customers),
    rest: Number(values.rest),
  })
  const { ledger } = trade
  const recoveries: number[] = []

  /** Plays a fault and prints its line; `fault` resolves when the fault is over. */
  const step = async (name: string, fault: () => Promise<string[] | undefined>) => {
    await trade.waitForOrders(Number(values.orders), 60)
    const before = observe(ledger, server.deaths)
    const more = (await fault()) ?? []
    const over = performance.now()
    const sold = await waitFor(() => ledger.firstSaleAfter(over), {
      what: `un pedido tras ${name}`,
      seconds: 60,
    })
    const recovery = Math.round(sold - over)
    recoveries.push(recovery)
    more.push(`vuelve a vender en ${recovery} ms`)
    printStep(name, ledger, before, observe(ledger, server.deaths), more)
  }
  const repeat = async (times: string, name: string, fault: () => Promise<string[] | undefined>) => {
    for (let time = 1; time <= Number(times); time += 1) await step(`${name} ${time}`, fault)
  }

  await repeat(values.restarts, 'PostgreSQL se reinicia', async () => {
    await postgres.restart()
    return undefined
  })
  await repeat(values.ended, 'conexiones en plena consulta', () => endWaiting(postgres.url))
  await repeat(values.ended, 'conexiones en una transacción', () => endIdle(postgres.url, server))
  await step(`PostgreSQL colgado ${values.hang} s`, async () => {
    const postmaster = postmasterOf(postgres.data)
    signalTree(postmaster, 'SIGSTOP')
    await pause(Number(values.hang) * 1000)
    signalTree(postmaster, 'SIGCONT')
    return undefined
  })
  await trade.waitForOrders(Number(values.orders), 60)
  const silence = await trade.stop()

  const slowest = Math.max(...recoveries)
  console.log(`Vuelve a vender en ${slowest} ms a lo más; se permiten ${MAX_RECOVERY_MS} ms`)
  const book = await balance(postgres.url, ledger)
  return printBook(book, ledger, { silence, deaths: server.deaths }) && slowest <= MAX_RECOVERY_MS
})

function asDrill<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, work, APPLICATION_NAME)
}

/** Ends the server's connections of a kind. Returns their number; undefined when there were none. */
async function end(client: pg.Client, kind: string): Promise<number | undefined> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and application_name <> $1 and ${kind}`,
    [APPLICATION_NAME],
  )
  return rowCount || undefined
}

/** Ends connections in the middle of a statement: a lock makes them wait there. */
function endWaiting(url: string) {
  return asDrill(url, async (locking) => {
    await locking.query('begin')
    await locking.query('lock table orders in exclusive mode')
    // A second connection is needed: within a transaction, PostgreSQL shows the same snapshot of the activity.
    const ended = await asDrill(url, (client) =>
      waitFor(() => end(client, "state = 'active' and wait_event_type = 'Lock'"), {
        what: 'una conexión que espera',
        seconds: 20,
      }),
    )
    await locking.query('rollback')
    return [`${ended} conexiones`]
  })
}

/** Ends connections between two statements of a transaction: the server is paused until one is found. */
function endIdle(url: string, server: AppServer) {
  return asDrill(url, async (client) => {
    const ended = await waitFor(
      async () => {
        process.kill(server.pid, 'SIGSTOP')
        try {
          return await end(client, "state = 'idle in transaction'")
        } finally {
          process.kill(server.pid, 'SIGCONT')
        }
      },
      { what: 'una conexión en una transacción', seconds: 20, every: 7 },
    )
    return [`${ended} conexiones`]
  })
}
