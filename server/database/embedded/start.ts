import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { asAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { findPlace, own, type Place, socketFolder } from './location.ts'
import { launchWhenFree } from './process.ts'

const run = promisify(execFile)

export interface EmbeddedOptions {
  /** The database is kept in its `postgres` folder. */
  dataDir: string
  /** Takes the lines an operator should see, in Spanish but for PostgreSQL's own. */
  log: (text: string) => void
  /** PostgreSQL settings that differ from ours, by their names in postgresql.conf. */
  settings?: Record<string, string>
}

export interface Embedded {
  /** For node-postgres: a Unix socket that only this account reaches. */
  url: string
  /** Ends open connections, writes everything down and waits for the end. */
  stop(): Promise<void>
}

const defaults: Record<string, string> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  fsync: 'on',
  synchronous_commit: 'on',
  // Failed statements quote what people typed: they stay out of the log. LOG and FATAL pass.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  lc_messages: 'C',
}

/**
 * Starts the PostgreSQL that comes with the package, on a new or an existing folder, and starts it again should it
 * end by itself. Rejects with a message for the operator.
 */
export async function startEmbedded({ dataDir, log, settings }: EmbeddedOptions): Promise<Embedded> {
  const place = await findPlace(dataDir, log)
  const binaries = await findBinaries(place.account, place.spare)
  if (existsSync(join(place.data, 'PG_VERSION'))) await takeOver(place)
  else await create(place, binaries, log)

  const socket = await socketFolder(place)
  const launch = {
    postgres: join(binaries, 'bin', 'postgres'),
    data: place.data,
    account: place.account,
    settings: { ...defaults, unix_socket_directories: `"${socket.replaceAll('"', '""')}"`, ...settings },
    log,
  }
  let running = await launchWhenFree(launch)
  let stopping = false

  const keepRunning = async () => {
    for (;;) {
      await running.ended
      if (stopping) return
      log('PostgreSQL terminó sin que se le pidiera: se inicia de nuevo.')
      while (!stopping) {
        try {
          running = await launchWhenFree(launch)
          break
        } catch (error) {
          log(String(error instanceof Error ? error.message : error))
          await pause(2000)
        }
      }
      if (stopping) return running.stop()
    }
  }

  const url = (database: string) =>
    `postgresql://botica@localhost:5432/${database}?host=${encodeURIComponent(socket)}&sslmode=disable`
  try {
    await createDatabase(url('postgres'))
  } catch (error) {
    await running.stop()
    throw error
  }
  const kept = keepRunning()
  return {
    url: url('botica'),
    async stop() {
      stopping = true
      await running.stop()
      await kept
    },
  }
}

/** A new cluster is made beside its place and moved there whole: one that was cut short is never taken for good. */
async function create(
  { data, account }: Place,
  binaries: string,
  log: (text: string) => void,
): Promise<void> {
  log(`Se crea la base de datos en ${data}`)
  const half = await mkdtemp(`${data}-`)
  try {
    await own(half, account)
    const options = ['-U', 'botica', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums']
    await run(join(binaries, 'bin', 'initdb'), ['-D', half, ...options], asAccount(account))
    await rename(half, data)
  } catch (cause) {
    await rm(half, { recursive: true, force: true })
    // Two first starts at once: the other one's cluster is in place, and its lock decides.
    if (existsSync(join(data, 'PG_VERSION'))) return
    throw new Error(`No se pudo crear la base de datos en ${data}: ${cause}`, { cause })
  }
}

/** A folder that root copied back from a backup is root's: it becomes the account's again. */
async function takeOver({ data, account }: Place): Promise<void> {
  if (!account || statSync(data).uid === account.uid) return
  await run('chown', ['-R', `${account.uid}:${account.gid}`, data])
  await own(data, account)
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'botica'")
    if (rowCount === 0) await client.query('CREATE DATABASE botica')
  } finally {
    await client.end()
  }
}
