import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sendOnce } from './http-connection.ts'
import { findBelow } from './processes.ts'

export type Server = {
  url: string
  /** The process that answers. */
  pid: number
  /** Milliseconds from the start of the program to the first answer. */
  startMs: number
  stop: () => Promise<void>
}

type Program = {
  /** The program and its options. */
  command: string[]
  url: string
  env?: Record<string, string>
  /** A page that is there as soon as the server is ready. */
  path?: string
  /** Where the program starts another one to answer: what that one's command line contains. */
  starts?: string
}

/** Starts a Node program that listens on the port of `url`, and waits until it answers. */
export async function startServer({ command, url, env, path = '/', starts }: Program): Promise<Server> {
  const before = performance.now()
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env, PORT: new URL(url).port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await answers(url, path))) {
    if (hasEnded(child) || performance.now() - before > 60_000) {
      child.kill()
      throw new Error(`${command.join(' ')} did not start`)
    }
    await pause(5)
  }
  return {
    url,
    startMs: performance.now() - before,
    pid: (starts && findBelow(child.pid!, starts)) || child.pid!,
    stop: async () => {
      if (!hasEnded(child)) child.kill('SIGTERM')
      await ended
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const answers = (url: string, path: string) =>
  sendOnce(url, { path }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Starts the shop as `npm start` does. */
export const startBotica = (url: string, env: Record<string, string>, path?: string) =>
  startServer({
    command: ['scripts/run.mjs', 'start'],
    url,
    path,
    starts: 'build/node/main.js',
    env: { LIMIT_PER_ADDRESS: 'off', DRAIN_SECONDS: '0', DEMO: 'off', ...env },
  })
