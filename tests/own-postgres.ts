import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { type Embedded, startEmbedded } from '#server/database/embedded/start.ts'
import { migrate } from '#server/database/migrate.ts'
import { postmasterOf, signalTree } from './processes.ts'

/** A PostgreSQL for one test file, which may stop it or freeze it. */
export type OwnPostgres = {
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops all its processes without ending them, as when the machine hangs: connections stay open and nothing answers. */
  freeze: () => void
  thaw: () => void
}

/** Starts a migrated, empty PostgreSQL. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  // When tests run as root, PostgreSQL's account must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const settings = { fsync: 'off', max_connections: '60' }
  const launch = () => startEmbedded({ dataDir, log: () => {}, settings })
  let running: Embedded | undefined = await launch()
  const { url } = running
  const signal = (name: NodeJS.Signals) => {
    if (running) signalTree(postmasterOf(join(dataDir, 'postgres')), name)
  }

  const postgres: OwnPostgres = {
    url,
    start: async () => {
      running ??= await launch()
    },
    stop: async () => {
      await running?.stop()
      running = undefined
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
  afterAll(async () => {
    postgres.thaw()
    await postgres.stop()
    await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })
  })
  const database = connect(url, { onError: () => {} })
  await migrate(database)
  await database.destroy()
  return postgres
}
