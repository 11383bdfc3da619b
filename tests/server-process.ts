import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { cleanUp } from './clean-up.ts'
import { failureLog } from './failure-log.ts'
import { PROCESS_ENV } from './process-env.ts'

/** A running server: its bundle after `npm test` has built it, else `server/main.ts`. */
export type ServerProcess = {
  base: string
  pid: number
  /** Everything it has written so far. */
  output: () => string
  isReady: () => Promise<boolean>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the real server as a process of its own, killed after the test. Doesn't wait until it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  parameters = existsSync('build/server/index.js') ? [] : ['--dev'],
): Promise<ServerProcess> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const built = process.env.BUILT_SERVER
  const program = built && !parameters.includes('--dev') ? join(built, 'main.js') : 'server/main.ts'
  const child: ChildProcess = spawn(process.execPath, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PROCESS_ENV, NODE_ENV: 'production', PORT: String(port), ...env },
  })
  const log = failureLog()
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', log.write)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  cleanUp(() => kill('SIGKILL'))
  return {
    base,
    pid: child.pid!,
    output: log.read,
    isReady: () =>
      fetch(`${base}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ended,
    stop: () => kill('SIGTERM'),
  }
}
