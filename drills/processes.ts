/** Programs that a drill starts, and signals, CPU and memory of a process and all below it, from /proc: only on Linux. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Program = {
  /** The name of its log, `<folder>/logs/<name>.log`. */
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** The drill's folder. */
  folder: string
  cwd?: string
  /** The account to run as; absent: the drill's own. */
  account?: { uid: number; gid: number }
  /** Gives the program its own process group, so that all its processes can be killed at once. */
  group?: boolean
}

export type Started = Awaited<ReturnType<typeof startProgram>>

/** Starts a program. Rejects where it can't be started. */
export async function startProgram({ name, command, args, env, folder, cwd, account, group }: Program) {
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
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
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid!,
    ended,
    isRunning,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Asks the program to end, and kills it after that many seconds. Resolves to whether it ended by itself. */
    async stop(seconds: number): Promise<boolean> {
      if (!isRunning()) return true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000)
      const { signal } = await ended
      clearTimeout(timer)
      return signal !== 'SIGKILL'
    },
  }
}

/** The fields of /proc/…/stat after the name, which may hold anything; undefined for a process that ended meanwhile. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return undefined
  }
}

/** The ids of all processes below this one, the process itself first. */
function processTree(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = all.map((name) => [Number(name), Number(statOf(Number(name))?.[1])] as const)
  const tree = [pid]
  for (const known of tree)
    tree.push(...parents.flatMap(([child, parent]) => (parent === known ? [child] : [])))
  return tree
}

/** Sends the signal to the process and to all below it, parents first so that no parent starts another child meanwhile. */
export function signalTree(pid: number, signal: NodeJS.Signals) {
  for (const one of processTree(pid)) {
    try {
      process.kill(one, signal)
    } catch {
      // The process ended meanwhile.
    }
  }
}

/** The process id of the PostgreSQL on a data folder, from its process file. */
export function postmasterOf(data: string): number {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  if (!Number(pid)) throw new Error(`${data}/postmaster.pid names no process`)
  return Number(pid)
}

/** CPU milliseconds of a process and all its descendants, ended ones included, at 100 clock ticks a second as on every Linux of today. */
export function cpuOf(pid: number): number {
  // User and system time of the process and of its ended children.
  const ticks = processTree(pid).flatMap((one) => statOf(one)?.slice(11, 15).map(Number) ?? [])
  return ticks.reduce((sum, value) => sum + value, 0) * 10
}

/** The memory of a process in MB: now, and at most since {@link resetPeakMemory}. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024)
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Resets the peak of a process's memory to its current value. */
export const resetPeakMemory = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
