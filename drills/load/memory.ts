/** The memory of a process over time. */
import { readFileSync } from 'node:fs'
import { percentile } from './percentile.ts'

const EVERY = 1_000

/** Resident memory, MB. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export function watchMemory(pid: () => number) {
  const samples: number[] = []
  const timer = setInterval(() => {
    try {
      samples.push(residentMegabytes(pid()))
    } catch {
      // A server that was just started again; its death is counted elsewhere.
    }
  }, EVERY)
  return {
    stop() {
      clearInterval(timer)
      // In the first fifth caches fill up. Medians, as the garbage collector takes its time.
      const fifth = Math.max(1, Math.floor(samples.length / 5))
      const from = percentile(samples.slice(fifth, 2 * fifth), 0.5)
      const to = percentile(samples.slice(-fifth), 0.5)
      return { from, to, highest: Math.max(0, ...samples) }
    },
  }
}
