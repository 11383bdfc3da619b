import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { asAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { findLocation, type Location, makePrivate, makeSocketFolder } from './location.ts'
import { launchWhenFree } from './process.ts'

const run = promisify(execFile)

export interface EmbeddedOptions {
  /** The data folder, whose subfolder `postgres` has the database. */
  dataDir: string
  /** Gets messages for the operator, in Spanish, and PostgreSQL's own in English. */
  log: (text: string) => void
  /** Settings of postgresql.conf that replace the defaults below. */
  settings?: Record<string, string>
  /** Called as soon as PostgreSQL begins to start, to do other work meanwhile. */
  onStarting?: () => void
}

export interface Embedded {
  /** The address for node-postgres: a Unix socket that only this account can open. */
  url: string
  /** Closes the connections, flushes everything to the disk and waits for the end. */
  stop(): Promise<void>
}

const DEFAULTS: Record<string, string> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  fsync: 'on',
  synchronous_commit: 'on',
  // Failed statements contain personal data and aren't logged; LOG and FATAL messages are.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  lc_messages: 'C',
}

/**
 * Starts the embedded PostgreSQL on a new or an existing folder, and restarts it after a crash.
 *
 * @throws Error with a message for the operator
 */
export async function startEmbedded({
  dataDir,
  log,
  settings,
  onStarting,
}: EmbeddedOptions): Promise<Embedded> {
  const location = await findLocation(dataDir, log)
  const binaries = await findBinaries(location.account, location.copies)
  if (existsSync(join(location.data, 'PG_VERSION'))) {
    await refuseOtherVersion(location.data, binaries.major)
    await restoreOwner(location)
  } else await create(location, binaries.folder, log)

  const socket = await makeSocketFolder(location)
  const launch = {
    postgres: join(binaries.folder, 'bin', 'postgres'),
    data: location.data,
    socket,
    account: location.account,
    settings: { ...DEFAULTS, unix_socket_directories: `"${socket.replaceAll('"', '""')}"`, ...settings },
    log,
  }
  let running = await launchWhenFree({ ...launch, onStarting })
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

  try {
    await createDatabase(addressOf(socket, 'postgres'))
  } catch (error) {
    await running.stop()
    throw error
  }
  const supervision = keepRunning()
  return {
    url: addressOf(socket),
    async stop() {
      stopping = true
      await running.stop()
      await supervision
    },
  }
}

/** The address of a database behind the socket in a folder. */
export const addressOf = (socket: string, database = 'botica') =>
  `postgresql://botica@localhost:5432/${database}?host=${encodeURIComponent(socket)}&sslmode=disable`

/** Refuses a data folder of another major version, which PostgreSQL can't open. */
async function refuseOtherVersion(data: string, major: number): Promise<void> {
  const found = Number((await readFile(join(data, 'PG_VERSION'), 'utf8')).trim())
  if (found === major) return
  throw new OperatorError(
    `La base de datos ${data} es de PostgreSQL ${found}, y esta versión de Botica trae PostgreSQL ${major}, que no puede abrirla. ` +
      'No se cambió nada. Para pasarla:\n' +
      `  1. Con la versión de Botica que trae PostgreSQL ${found} (CHANGELOG.md dice cuál) y el mismo DATA_DIR: npm run backup -- /ruta/del/respaldo\n` +
      '  2. Con esta versión: DATA_DIR=/una/carpeta/nueva npm run restore -- /ruta/del/respaldo\n' +
      '  3. Inicia Botica con DATA_DIR=/una/carpeta/nueva',
  )
}

/** Creates a cluster under a temporary name and renames it once complete. */
async function create(
  { data, account }: Location,
  binaries: string,
  log: (text: string) => void,
): Promise<void> {
  log(`Se crea la base de datos en ${data}`)
  const partial = await mkdtemp(`${data}-`)
  try {
    await makePrivate(partial, account)
    const options = ['-U', 'botica', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums']
    await run(join(binaries, 'bin', 'initdb'), ['-D', partial, ...options], asAccount(account))
    await rename(partial, data)
  } catch (cause) {
    await rm(partial, { recursive: true, force: true })
    // A parallel first start has made the cluster meanwhile; PostgreSQL's lock decides which of the two runs.
    if (existsSync(join(data, 'PG_VERSION'))) return
    throw new OperatorError(`No se pudo crear la base de datos en ${data}: ${cause}`, { cause })
  }
}

/** Makes the account the data's owner again, in case root has restored a copy. */
async function restoreOwner({ data, account }: Location): Promise<void> {
  if (!account || statSync(data).uid === account.uid) return
  await run('chown', ['-R', `${account.uid}:${account.gid}`, data])
  await makePrivate(data, account)
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
