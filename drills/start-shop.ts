/** One way to start databases and servers, for drills and the bench. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { addressOf } from '#server/database/embedded/start.ts'
import { administer, startPostgres, withDatabaseName } from '#tests/postgres-server.ts'
import serveOptions from '../scripts/serve-options.json' with { type: 'json' }
import { endProgram, postmasterOf, signalTree, startProgram } from './processes.ts'
import { type Drill, waitFor } from './run-drill.ts'

/** The name of a drill's shop, of its log and of its data folder. */
export const SHOP = 'tienda'
const root = join(import.meta.dirname, '..')
const READY_SECONDS = 60

type Options = {
  name: string
  port: number
  /** Environment variables of the server, in addition to its address. */
  env?: Record<string, string>
  /** The drill's folder. */
  folder: string
  /** Another Node program that listens on the environment's PORT, and a path whose answer is below 500 once the program is ready. */
  program?: string[]
  path?: string
}

/** A server as `npm start` runs it. */
export class AppServer {
  readonly url: string
  readonly dataDir: string
  /** Number of unexpected ends of the server. */
  deaths = 0
  readonly options: Options
  #process: ChildProcess | undefined
  #wanted = false

  constructor(options: Options) {
    this.options = options
    this.url = `http://127.0.0.1:${options.port}`
    this.dataDir = join(options.folder, options.name)
  }

  /** The process, which leads a group of its own. */
  get pid(): number {
    if (!this.#process?.pid) throw new Error(`${this.options.name} was never started`)
    return this.#process.pid
  }

  /** The address of the server's database; the process file of an embedded PostgreSQL says where its socket is. */
  get databaseUrl(): string {
    if (this.options.env?.DATABASE_URL) return this.options.env.DATABASE_URL
    const file = join(realpathSync(join(this.dataDir, 'postgres')), 'postmaster.pid')
    return addressOf(readFileSync(file, 'utf8').split('\n')[4]?.trim() ?? '')
  }

  async start() {
    const { name, port, env, folder, program } = this.options
    this.#wanted = true
    const command = program ?? [...serveOptions.flags, 'build/node/main.js']
    const child = await startProgram({ folder, name }, [process.execPath, ...command], {
      cwd: root,
      detached: true,
      env: {
        ...serveOptions.environment,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: this.dataDir,
        DEMO: 'off',
        // All customers of a drill share one address.
        LIMIT_PER_ADDRESS: 'off',
        ...env,
      },
    })
    this.#process = child
    child.once('exit', (code, signal) => {
      if (this.#wanted && this.#process === child) this.#died(`murió (${signal ?? `código ${code}`})`)
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
    const end = () => (everything ? signalTree(this.pid, 'SIGKILL') : process.kill(-this.pid, 'SIGKILL'))
    if (this.#process) await endProgram(this.#process, end)
  }

  /** Stops the server as systemd does. A server that has to be killed, or ends with an error, counts as dead. */
  async stop() {
    this.#wanted = false
    const server = this.#process
    if (!server) return
    await endProgram(server, () => server.kill('SIGTERM'))
    if (server.exitCode !== 0) this.#died(`no terminó bien (código ${server.exitCode})`)
  }

  #died(how: string) {
    const { folder, name } = this.options
    this.deaths += 1
    const log = readFileSync(join(folder, 'logs', `${name}.log`), 'utf8').trimEnd()
    console.log(`  ${name} ${how}: ${log.split('\n').slice(-5).join('\n  ')}`)
  }
}

/** Starts a server, waits until it is ready, and ends it with the drill: with its PostgreSQL, if it has an embedded one. */
export async function startServer({ folder, atEnd }: Drill, options: Omit<Options, 'folder' | 'port'>) {
  const [port = 0] = await freePorts(1)
  const server = new AppServer({ port, folder, ...options })
  atEnd(() => server.kill({ everything: true }))
  await server.start()
  await server.ready()
  return server
}

/** Starts a shop. Without the address of a PostgreSQL it starts its embedded one, as `npm start` does. */
export function startShop(drill: Drill, databaseUrl?: string, env = {}): Promise<AppServer> {
  const database = databaseUrl && { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0' }
  return startServer(drill, { name: SHOP, env: { ...database, ...env } })
}

/** Creates an empty database, dropped at the end, on the server of DATABASE_URL or on an embedded one without `fsync`. */
export async function openDatabase({ folder, atEnd }: Drill) {
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
    /** Copies the database under another name, and returns its address; nothing may be connected to it. */
    copy: () => create(`${name}_copy`, `template ${name}`),
    /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
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
