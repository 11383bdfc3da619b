/** Starts a program for a drill, with its own log file, and ends it by its process id. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

export type Program = {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  /** The folder of the log files. */
  logs: string
  cwd?: string
  /** The account to run as; absent: the drill's own. */
  account?: { uid: number; gid: number }
  /** Gives the program its own process group, so that all its processes can be killed at once. */
  group?: boolean
}

export type Started = {
  pid: number
  /** Settles when the program has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  isRunning: () => boolean
  kill: (signal: NodeJS.Signals) => void
  /** Asks the program to end, and kills it after that many seconds. Resolves to whether it ended by itself. */
  stop: (seconds: number) => Promise<boolean>
}

/** Starts a program; its output is appended to `<logs>/<name>.log`. Rejects where it can't be started. */
export async function startProgram(program: Program): Promise<Started> {
  const { name, command, args, env, logs, cwd, account, group = false } = program
  const log = openSync(join(logs, `${name}.log`), 'a')
  const child = spawn(command, args, {
    cwd,
    // Programs under test don't inherit the drill's environment.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    detached: group,
    ...account,
  })
  closeSync(log)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await once(child, 'spawn')
  return { pid: child.pid!, ended, ...control(child, ended) }
}

function control(child: ChildProcess, ended: Promise<unknown>) {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    isRunning,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    stop: async (seconds: number) => {
      if (!isRunning()) return true
      child.kill('SIGTERM')
      let late = false
      const timer = setTimeout(() => {
        late = true
        child.kill('SIGKILL')
      }, seconds * 1000)
      await ended
      clearTimeout(timer)
      return !late
    },
  }
}
