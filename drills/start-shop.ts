/** Programs, servers and databases that a drill or the bench starts. They end with it. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from '#server/database/embedded/start.ts'
import { query, startPostgres, withDatabaseName } from '#tests/postgres-server.ts'
import { freePort, postmasterOf, signalTree } from '#tests/processes.ts'
import serveOptions from '../scripts/serve-options.json' with { type: 'json' }
import { type Drill, waitFor } from './run-drill.ts'

/** The name of a drill's shop, of its log and of its data folder. */
export const SHOP = 'tienda'
const root = join(import.meta.dirname, '..')
const READY_SECONDS = 60

/** Starts a program without the drill's environment, which writes to `logs/<name>.log` of the drill's folder. */
export async function startProgram(
  { folder, name }: { folder: string; name: string },
  [command, ...args]: string[],
  { env, ...options }: SpawnOptions,
): Promise<ChildProcess> {
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const log = openSync(logOf(folder, name), 'a')
  const child = spawn(command!, args, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    ...options,
  })
  closeSync(log)
  await once(child, 'spawn')
  return child
}
const logOf = (folder: string, name: string) => join(folder, 'logs', `${name}.log`)

/** Ends a program, if it is running, and resolves after its end. One that goes on for longer than these seconds is killed. */
export async function endProgram(program: ChildProcess, end: () => unknown, seconds = 30) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  end()
  const timer = setTimeout(() => program.kill('SIGKILL'), seconds * 1_000)
  await ended
  clearTimeout(timer)
}

type Options = {
  name: string
  host?: string
  port: number
  /** Environment variables of the server, in addition to its address. */
  env?: Record<string, string>
  /** The arguments of another Node program that listens on HOST and PORT, and a path whose answer is below 500 once it is ready. */
  program?: string[]
  path?: string
}

export type AppServer = ReturnType<typeof prepareServer>

/** A server as `npm start` runs it, to be started; killed at the drill's end with its PostgreSQL, if it has an embedded one. */
export function prepareServer({ folder, atEnd }: Drill, options: Options) {
  const { name, host = '127.0.0.1', port, env, program, path = '/api/health' } = options
  const url = `http://${host}:${port}`
  const dataDir = join(folder, name)
  let child: ChildProcess | undefined
  const end = async (how: () => unknown) => {
    child?.removeAllListeners('exit')
    if (child) await endProgram(child, how)
  }
  const died = (how: string) => {
    server.deaths += 1
    const lines = readFileSync(logOf(folder, name), 'utf8').trimEnd().split('\n')
    console.log(`  ${name} ${how}: ${lines.slice(-5).join('\n  ')}`)
  }
  const server = {
    name,
    url,
    /** Number of unexpected ends of the server. */
    deaths: 0,
    /** The process, which leads a group of its own. */
    get pid(): number {
      return child!.pid!
    },
    /** The address of the server's database; the process file of an embedded PostgreSQL says where its socket is. */
    get databaseUrl(): string {
      if (env?.DATABASE_URL) return env.DATABASE_URL
      const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      return addressOf(file.split('\n')[4]?.trim() ?? '')
    },
    async start() {
      const command = program ?? [...serveOptions.flags, 'build/node/main.js']
      child = await startProgram({ folder, name }, [process.execPath, ...command], {
        cwd: root,
        detached: true,
        env: {
          ...serveOptions.environment,
          NODE_ENV: 'production',
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
          HOST: host,
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'off',
          // All customers of a drill share one address.
          LIMIT_PER_ADDRESS: 'off',
          ...env,
        },
      })
      child.once('exit', (code, signal) => died(`murió (${signal ?? `código ${code}`})`))
    },
    async ready() {
      const look = async () => {
        const answer = await fetch(url + path, { signal: AbortSignal.timeout(3_000) })
        await answer.body?.cancel()
        return answer.status < 500
      }
      await waitFor(`${name} listo`, READY_SECONDS, look, 10)
    },
    /** Kills the server's process group with SIGKILL; with `everything`, also the processes that the server started. */
    kill({ everything = false } = {}) {
      const pid = child?.pid ?? 0
      return end(() => (everything ? signalTree(pid, 'SIGKILL') : process.kill(-pid, 'SIGKILL')))
    },
    /** Stops the server as systemd does. A server that has to be killed, or ends with an error, counts as dead. */
    async stop() {
      await end(() => child?.kill('SIGTERM'))
      if (child?.exitCode !== 0) died(`no terminó bien (código ${child?.exitCode})`)
    },
  }
  atEnd(() => server.kill({ everything: true }))
  return server
}

/** Starts a server, and waits until it is ready. */
export async function startServer(drill: Drill, options: Omit<Options, 'port'>) {
  const server = prepareServer(drill, { port: await freePort(), ...options })
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
    await query(postgres.url, `create database ${name} ${from}`)
    atEnd(() => query(postgres.url, `drop database ${name} with (force)`))
    return withDatabaseName(postgres.url, name)
  }
  const name = `botica_drill_${process.pid}`
  return {
    url: await create(name),
    /** Copies the database under another name, and returns its address; nothing may be connected to it. */
    copy: () => create(`${name}_copy`, `template ${name}`),
    /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
    postmaster: process.env.DATABASE_URL ? undefined : postmasterOf(join(dataDir, 'postgres')),
  }
}
