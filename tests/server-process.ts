import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { addressOf } from './app.ts'
import { cleanUp } from './clean-up.ts'
import { failureLog } from './failure-log.ts'
import { PROCESS_ENV } from './process-env.ts'
import { freePort } from './processes.ts'

/** A running server. */
export type ServerProcess = {
  base: string
  port: number
  pid: number
  /** Everything it has written so far. */
  output: () => string
  isReady: () => Promise<boolean>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

const isBuilt = existsSync('build/server/index.js')
/** The server's bundle after `npm test` has built it, else its sources. */
const SERVER = process.env.BUILT_SERVER
  ? [join(process.env.BUILT_SERVER, 'main.js')]
  : ['server/main.ts', ...(isBuilt ? [] : ['--dev'])]
/** The parameters with which `npm start` and a service manager call Node. */
export const NPM_START = ['scripts/run.mjs', 'start']

/**
 * Starts the real server as a process of its own, killed after the test. Doesn't wait until it is ready. What `npm start` runs leads a
 * process group.
 */
export async function startServerProcess(
  env: Record<string, string>,
  program = SERVER,
): Promise<ServerProcess> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const detached = program === NPM_START
  const child = spawn(process.execPath, program, {
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PROCESS_ENV, NODE_ENV: 'production', PORT: String(port), ...env },
  })
  const log = failureLog()
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', log.write)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  cleanUp(() => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(detached ? -child.pid! : child.pid!, 'SIGKILL')
    return ended
  })
  return {
    base,
    port,
    pid: child.pid!,
    output: log.read,
    isReady: () =>
      fetch(`${base}/api/health`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ended,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts the real server on the test file's database, and waits until it is ready. */
export async function startShopProcess(
  database: Db,
  env: Record<string, string> = {},
  program?: string[],
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  cleanUp(() => rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 }))
  const DATABASE_URL = await addressOf(database)
  const given = { DATABASE_URL, DATA_DIR: dataDir, ADMIN_PASSWORD: 'clave-de-prueba', ...env }
  const server = await startServerProcess(given, program)
  // Without a request, since some tests count them. `npm start` builds the application first after a change.
  await vi.waitUntil(() => server.output().includes(' está en '), { timeout: 150_000, interval: 100 })
  return server
}
