/**
 * `npm run drill:database`: a server's PostgreSQL is restarted, its busy connections are ended, and it hangs. The same
 * server process has to survive it all and sell again within ten seconds.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { type Fault, playFaults } from './faults.ts'
import { closeBook } from './ledger.ts'
import { postmasterOf, signalTree } from './processes.ts'
import { readOptions, runDrill, waitFor } from './run-drill.ts'
import { startShop } from './start-shop.ts'
import { startTrade } from './trade.ts'

const options = readOptions({
  restarts: 10,
  /** Number of times that connections of each kind are ended. */
  ended: 5,
  /** Seconds that PostgreSQL hangs. */
  hang: 10,
  customers: 20,
  orders: 40,
  rest: 200,
  keep: false,
})

/** The most milliseconds until the shop sells again after its database is back. */
const MAX_RECOVERY_MS = 10_000

await runDrill('database', { minutes: 15, keep: options.keep }, async (drill) => {
  const dataDir = join(drill.folder, 'base')
  const launch = () => startEmbedded({ dataDir, log: () => {} })
  let postgres = await launch()
  drill.atEnd(() => postgres.stop())
  const { url } = postgres
  const server = await startShop(drill, url)
  const trade = await startTrade({ base: server.url, databaseUrl: url, ...options })

  const restart = async () => {
    await postgres.stop()
    postgres = await launch()
  }
  const hang = async () => {
    const postmaster = postmasterOf(realpathSync(join(dataDir, 'postgres')))
    signalTree(postmaster, 'SIGSTOP')
    await pause(options.hang * 1_000)
    signalTree(postmaster, 'SIGCONT')
  }
  const pauseServer = async <T>(work: () => Promise<T>) => {
    process.kill(server.pid, 'SIGSTOP')
    return work().finally(() => process.kill(server.pid, 'SIGCONT'))
  }
  const repeat = (times: number, name: string, play: Fault['play']) =>
    Array.from({ length: times }, (_, time) => ({ name: `${name} ${time + 1}`, play }))
  const faults = [
    ...repeat(options.restarts, 'PostgreSQL se reinicia', restart),
    ...repeat(options.ended, 'conexiones en plena consulta', () => endWaiting(url)),
    // Between two statements of a transaction: the server is paused until such a connection is found.
    ...repeat(options.ended, 'conexiones en una transacción', () =>
      end(url, "state = 'idle in transaction'", pauseServer),
    ),
    { name: `PostgreSQL colgado ${options.hang} s`, play: hang },
  ]
  const { orders } = options
  const judged = { orders, deaths: () => server.deaths, mostMs: MAX_RECOVERY_MS }
  const { isFast, figures } = await playFaults(trade, faults, judged)
  return (await closeBook(url, trade.ledger, { deaths: server.deaths, more: [figures] })) && isFast
})

async function open(url: string): Promise<pg.Client> {
  // The name tells the drill's own connections from the server's in pg_stat_activity.
  const client = new pg.Client({ connectionString: url, application_name: 'simulacro' })
  await client.connect()
  return client
}

/** Ends the server's connections of a kind once there are some. `around` wraps each attempt. */
async function end(
  url: string,
  kind: string,
  around: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
) {
  const client = await open(url)
  const look = () =>
    around(async () => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and application_name <> 'simulacro' and ${kind}`,
      )
      return rowCount || undefined
    })
  const ended = await waitFor('una conexión del servidor', 20, look, 7).finally(() => client.end())
  return `${ended} conexiones`
}

/** Ends connections in the middle of a statement: a lock makes them wait there. */
async function endWaiting(url: string) {
  const client = await open(url)
  await client.query('begin')
  await client.query('lock table orders in exclusive mode')
  return end(url, "state = 'active' and wait_event_type = 'Lock'").finally(() => client.end())
}
