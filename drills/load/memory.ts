/** The memory of a process over time. */
import { percentile } from '../percentile.ts'
import { memoryOf } from '../processes.ts'

const SAMPLE_MS = 1_000

export function watchMemory(pid: () => number) {
  const samples: number[] = []
  const timer = setInterval(() => {
    try {
      samples.push(memoryOf(pid()).now)
    } catch {
      // A server that was just started again; its death is counted elsewhere.
    }
  }, SAMPLE_MS)
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
