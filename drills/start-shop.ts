/** One way to start databases and servers, for drills and the bench. */
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { administer, startPostgres, withDatabaseName } from '#tests/postgres-server.ts'
import serveOptions from '../scripts/serve-options.json' with { type: 'json' }
import { postmasterOf, type Started, signalTree, startProgram } from './processes.ts'
import { type Drill, waitFor } from './run-drill.ts'

const root = join(import.meta.dirname, '..')
/** Seconds for the requests in flight when a server is asked to end, and until a started one is ready. */
const [STOP_SECONDS, READY_SECONDS] = [30, 60]

type Options = {
  name: string
  port: number
  /** Environment variables of the server, in addition to its address. */
  env: Record<string, string>
  /** The drill's folder. */
  folder: string
  /** Another Node program that listens on the environment's PORT, and a path whose answer is below 500 once the program is ready. */
  program?: string[]
  path?: string
}

/** A server as `npm start` runs it. A server that dies is counted and started again, as systemd would. */
export class AppServer {
  readonly url: string
  /** Number of unexpected ends of the server. */
  deaths = 0
  readonly options: Options
  #process: Started | undefined
  #wanted = false

  constructor(options: Options) {
    this.options = options
    this.url = `http://127.0.0.1:${options.port}`
  }

  /** The process, which leads a group of its own. */
  get pid(): number {
    if (!this.#process) throw new Error(`${this.options.name} was never started`)
    return this.#process.pid
  }

  async start() {
    const { name, port, env, folder, program } = this.options
    this.#wanted = true
    const child = await startProgram({
      name,
      command: process.execPath,
      args: program ?? [...serveOptions.flags, 'build/node/main.js'],
      cwd: root,
      folder,
      group: true,
      env: {
        ...serveOptions.environment,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, name),
        DEMO: 'off',
        // All customers of a drill share one address.
        LIMIT_PER_ADDRESS: 'off',
        ...env,
      },
    })
    this.#process = child
    void child.ended.then(async ({ code, signal }) => {
      if (!this.#wanted || this.#process !== child) return
      this.#died(`murió (${signal ?? `código ${code}`})`)
      await pause(1_000)
      if (this.#wanted) await this.start()
    })
  }

  async ready() {
    const { name, path = '/api/health' } = this.options
    const look = async () => {
      const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(3_000) })
      await answer.body?.cancel()
      return answer.status < 500
    }
    await waitFor(`${name} listo`, READY_SECONDS, look, 10)
  }

  /** Kills the server's process group with SIGKILL; with `everything`, also the processes that the server started. */
  async kill({ everything = false } = {}) {
    this.#wanted = false
    if (!this.#process?.isRunning()) return
    if (everything) signalTree(this.pid, 'SIGKILL')
    else process.kill(-this.pid, 'SIGKILL')
    await this.#process.ended
  }

  /** Stops the server as systemd does. A server that has to be killed, or ends with an error, counts as dead. */
  async stop() {
    this.#wanted = false
    if (!this.#process?.isRunning()) return
    await this.#process.stop(STOP_SECONDS)
    const { code } = await this.#process.ended
    if (code !== 0) this.#died(`no terminó bien (código ${code})`)
  }

  #died(how: string) {
    const { folder, name } = this.options
    this.deaths += 1
    const log = readFileSync(join(folder, 'logs', `${name}.log`), 'utf8').trimEnd()
    console.log(`  ${name} ${how}: ${log.split('\n').slice(-5).join('\n  ')}`)
  }
}

/** The data folder of {@link startShop}. */
export const shopFolder = ({ folder }: Pick<Drill, 'folder'>) => join(folder, 'tienda')

/**
 * Starts a shop, waits until it is ready, and ends it with the drill.
 *
 * @param databaseUrl an external PostgreSQL; without one the shop starts its embedded one, as `npm start` does
 * @param env further environment variables
 */
export async function startShop(
  { folder, atEnd }: Drill,
  databaseUrl?: string,
  env = {},
): Promise<AppServer> {
  const [port = 0] = await freePorts(1)
  const database = databaseUrl && { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0' }
  const server = new AppServer({ name: 'tienda', port, folder, env: { ...database, ...env } })
  atEnd(() => server.kill({ everything: !databaseUrl }))
  await server.start()
  await server.ready()
  return server
}

/** The address of the PostgreSQL that runs on a server's data folder; its process file says where the socket is. */
export function embeddedUrl(dataDir: string): string {
  const file = join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid')
  const socket = encodeURIComponent(readFileSync(file, 'utf8').split('\n')[4]?.trim() ?? '')
  return `postgresql://botica@localhost:5432/botica?host=${socket}&sslmode=disable`
}

export type Database = {
  url: string
  /** Copies the database under another name, and returns its address; nothing may be connected to it. */
  copy: () => Promise<string>
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
}

/** Creates an empty database, dropped at the end, on the server of DATABASE_URL or on an embedded one without `fsync`. */
export async function openDatabase({ folder, atEnd }: Drill): Promise<Database> {
  const dataDir = join(folder, 'base')
  const postgres = await startPostgres(dataDir)
  atEnd(() => postgres.stop())
  const create = async (name: string, from = '') => {
    await administer(postgres.url, `create database ${name} ${from}`)
    atEnd(() => administer(postgres.url, `drop database ${name} with (force)`))
    return withDatabaseName(postgres.url, name)
  }
  const name = `botica_drill_${process.pid}`
  return {
    url: await create(name),
    copy: () => create(`${name}_copy`, `template ${name}`),
    postmaster: process.env.DATABASE_URL ? undefined : postmasterOf(realpathSync(join(dataDir, 'postgres'))),
  }
}

/** Makes one query over a connection of its own. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Finds free ports of 127.0.0.1. All are held until the last one is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
