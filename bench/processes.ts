/** CPU and memory of processes, from /proc: bench/run.ts needs Linux. */
import { readFileSync, writeFileSync } from 'node:fs'
import { processTree } from '../drills/process-tree.ts'

/** Clock ticks a second, the same on every Linux of today. */
const TICKS = 100
const MB = 1024

/** The milliseconds of CPU that a process and all below it have taken, also those that have ended. */
export function cpuOf(pid: number): number {
  let ticks = 0
  for (const one of processTree(pid)) {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      // User and system time, its own and of the children that it has seen end.
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // It ended meanwhile; its parent has its time.
    }
  }
  return (ticks * 1000) / TICKS
}

/** The memory of a process in MB: now, and at most since {@link forgetPeak}. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / MB)
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Lets the peak of a process's memory begin with what it has now. */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The process below `pid` whose command line has this text. */
export function findBelow(pid: number, text: string): number | undefined {
  return processTree(pid).find((one) => {
    try {
      return readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })
}
