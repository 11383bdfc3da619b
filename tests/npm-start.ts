import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { addressOf } from './app.ts'
import { failureLog } from './failure-log.ts'
import { freePort } from './server-process.ts'

/** The real server in a process group of its own, as npm and a service manager start it. */
export type StartedShop = {
  pid: number
  port: number
  base: string
  /** Sends a signal to the whole group. */
  signal: (signal: NodeJS.Signals) => void
  /** The exit code of the group's first process. */
  exited: Promise<number | null>
}

/** Runs `npm start` on the test file's database, until the test ends at the latest. */
export async function startShop(database: Db, env: Record<string, string> = {}): Promise<StartedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: await addressOf(database),
      ADMIN_PASSWORD: 'una-clave-larga',
      LIMIT_PER_ADDRESS: 'off',
      ...env,
    },
  })
  const log = failureLog()
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', log.write)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const signal = (name: NodeJS.Signals) => process.kill(-child.pid!, name)
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signal('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })
  })
  const base = `http://127.0.0.1:${port}`
  // The first start after a change of the sources builds the application.
  await vi.waitUntil(() => answersWith(200, `${base}/api/health`), { timeout: 150_000, interval: 100 })
  return { pid: child.pid!, port, base, signal, exited }
}

const answersWith = (status: number, url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    (answer) => answer.status === status,
    () => false,
  )
