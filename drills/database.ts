/**
 * `npm run drill:database`: a server's PostgreSQL is restarted, its busy connections are ended, and it hangs. The same
 * server process has to survive it all and sell again within ten seconds.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { type Fault, sellThrough } from './faults.ts'
import { postmasterOf, signalTree } from './processes.ts'
import { runDrill, waitFor } from './run-drill.ts'
import { startShop } from './start-shop.ts'

const defaults = {
  restarts: 10,
  /** Number of times that connections of each kind are ended. */
  ended: 5,
  /** Seconds that PostgreSQL hangs. */
  hang: 10,
  customers: 20,
  orders: 40,
  rest: 200,
}

/** The most milliseconds until the shop sells again after its database is back. */
const MAX_RECOVERY_MS = 10_000

await runDrill(defaults, async (drill, { restarts, ended, hang, ...selling }) => {
  const dataDir = join(drill.folder, 'base')
  const launch = () => startEmbedded({ dataDir, log: () => {} })
  let postgres = await launch()
  drill.atEnd(() => postgres.stop())
  const server = await startShop(drill, postgres.url)

  const restart = async () => {
    await postgres.stop()
    postgres = await launch()
  }
  const freeze = async () => {
    const postmaster = postmasterOf(realpathSync(join(dataDir, 'postgres')))
    signalTree(postmaster, 'SIGSTOP')
    await pause(hang * 1_000)
    signalTree(postmaster, 'SIGCONT')
  }
  /** Ends connections in the middle of a statement: a lock makes them wait there. */
  const endWaiting = () =>
    withClient(server.databaseUrl, async (client) => {
      await client.query('begin')
      await client.query('lock table orders in exclusive mode')
      return endConnections(client, "state = 'active' and wait_event_type = 'Lock'")
    })
  /** Ends connections between two statements of a transaction: the server is paused while they are looked for. */
  const endIdle = () =>
    withClient(server.databaseUrl, (client) =>
      endConnections(client, "state = 'idle in transaction'", (signal) => process.kill(server.pid, signal)),
    )
  const repeat = (times: number, name: string, play: Fault['play']) =>
    Array.from({ length: times }, (_, time) => ({ name: `${name} ${time + 1}`, play }))
  const faults = [
    ...repeat(restarts, 'PostgreSQL se reinicia', restart),
    ...repeat(ended, 'conexiones en plena consulta', endWaiting),
    ...repeat(ended, 'conexiones en una transacción', endIdle),
    { name: `PostgreSQL colgado ${hang} s`, play: freeze },
  ]
  return sellThrough(faults, [server], { ...selling, maxRecoveryMs: MAX_RECOVERY_MS })
})

/** Gives work a connection, whose name tells it from the server's in pg_stat_activity. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, application_name: 'simulacro' })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Ends the server's connections of a kind once there are some; `signal` stops the server for each look. */
async function endConnections(client: pg.Client, kind: string, signal = (_: NodeJS.Signals) => true) {
  const look = async () => {
    signal('SIGSTOP')
    const { rowCount } = await client
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and application_name <> 'simulacro' and ${kind}`,
      )
      .finally(() => signal('SIGCONT'))
    return rowCount || undefined
  }
  return `${await waitFor('una conexión del servidor', 20, look, 7)} conexiones`
}
