/** Programs that a drill starts, and signals, CPU and memory of a process and all below it, from /proc: only on Linux. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Starts a program, which doesn't inherit the drill's environment. Rejects where it can't be started.
 *
 * @param log the file for all that it writes, `<folder>/logs/<name>.log`
 * @param options `detached` gives it its own process group, so that all its processes can be killed at once
 */
export async function startProgram(
  log: { folder: string; name: string },
  [command, ...args]: string[],
  { env, ...options }: SpawnOptions,
): Promise<ChildProcess> {
  const logs = join(log.folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const file = openSync(join(logs, `${log.name}.log`), 'a')
  const child = spawn(command!, args, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', file, file],
    ...options,
  })
  closeSync(file)
  await once(child, 'spawn')
  return child
}

/** Ends a program, if it is running, and resolves after its end. One that goes on for longer than these seconds is killed. */
export async function endProgram(program: ChildProcess, end: () => unknown, seconds = 30) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  end()
  const timer = setTimeout(() => program.kill('SIGKILL'), seconds * 1_000)
  await ended
  clearTimeout(timer)
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

/** The memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)
