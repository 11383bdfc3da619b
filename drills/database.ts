/**
 * `npm run drill:database`: a server's PostgreSQL is restarted, its busy connections are ended, and it hangs. The same
 * server process has to survive it all and sell again within ten seconds.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { query } from '#tests/postgres-server.ts'
import { postmasterOf, signalTree } from '#tests/processes.ts'
import { runDrill, waitFor } from './run-drill.ts'
import { startShop } from './start-shop.ts'
import { type Fault, sellThrough } from './trade.ts'

const defaults = {
  restarts: 10,
  /** Number of times that busy connections are ended. */
  ended: 10,
  /** Seconds that PostgreSQL hangs. */
  hang: 10,
  customers: 20,
  orders: 40,
  rest: 200,
}

/** The most milliseconds until the shop sells again after its database is back. */
const MAX_RECOVERY_MS = 10_000
const END_BUSY = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`

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
    const postmaster = postmasterOf(join(dataDir, 'postgres'))
    signalTree(postmaster, 'SIGSTOP')
    await pause(hang * 1_000)
    signalTree(postmaster, 'SIGCONT')
  }
  /** Ends the server's connections in the middle of a statement or a transaction, as soon as there are some. */
  const endBusy = () => {
    const end = async () => (await query(server.databaseUrl, END_BUSY)).length
    return waitFor('una conexión ocupada', 20, end, 7)
  }
  const repeat = (times: number, name: string, play: Fault['play']) =>
    Array.from({ length: times }, (_, time) => ({ name: `${name} ${time + 1}`, play }))
  const faults = [
    ...repeat(restarts, 'PostgreSQL se reinicia', restart),
    ...repeat(ended, 'conexiones ocupadas', endBusy),
    { name: `PostgreSQL colgado ${hang} s`, play: freeze },
  ]
  return sellThrough(faults, [server], { ...selling, maxRecoveryMs: MAX_RECOVERY_MS })
})
