/** Signals, CPU and memory of a process and of all that it started, from /proc: only on Linux. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The ids of all processes below this one, the process itself first. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The name in parentheses may hold anything; the parent is the second field after it.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      parents.set(Number(name), Number(parent))
    } catch {
      // The process ended meanwhile.
    }
  }
  const tree = [pid]
  for (const known of tree) {
    for (const [child, parent] of parents) if (parent === known) tree.push(child)
  }
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
  const [pid] = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')
  if (!Number(pid)) throw new Error(`${data}/postmaster.pid names no process`)
  return Number(pid)
}

/** Clock ticks a second, the same on every Linux of today. */
const TICKS_PER_SECOND = 100
const MB = 1024

/** CPU milliseconds of a process and all its descendants, ended ones included. */
export function cpuOf(pid: number): number {
  let ticks = 0
  for (const one of processTree(pid)) {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      // User and system time of the process and of its ended children.
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // The process ended meanwhile: its time is in its parent's.
    }
  }
  return (ticks * 1000) / TICKS_PER_SECOND
}

/** The memory of a process in MB: now, and at most since {@link resetPeakMemory}. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / MB)
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Resets the peak of a process's memory to its current value. */
export const resetPeakMemory = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
