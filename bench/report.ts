/** The report of bench/run.ts: a table of the work, and lines for what has no yardstick. */
import { median } from '../drills/run-drill.ts'
import type { BusyShop } from './busy-shop.ts'
import type { Turn } from './load.ts'
import type { Measured } from './measure.ts'

/** Goals of the shop as a whole. */
const [MAX_IDLE_MB, MAX_MEMORY_MB, MAX_START_MS, MAX_P95_MS, MAX_AGE_MS] = [125, 250, 1_200, 60, 1_000]

export type Report = {
  coldStartMs: number[]
  memoryIdle: number
  workloads: Measured[]
  busyShop: BusyShop | null
}

const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const whole = (value: number) => Math.round(value).toLocaleString('en')
const cpu = ({ serverCpu, databaseCpu }: Turn) => `${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)}`
const cpuOfUnit = ({ serverCpu, databaseCpu }: Turn) => serverCpu + databaseCpu

function rowOf({ goal, shop, yardstick, memory }: Measured) {
  // The yardstick's CPU divided by the shop's, which other load on the machine changes less than rates.
  const share = yardstick && cpuOfUnit(yardstick) / cpuOfUnit(shop)
  return {
    'p95 ms': shop.p95.toFixed(1),
    'CPU ms, with PostgreSQL’s': cpu(shop),
    'the yardstick’s': yardstick && cpu(yardstick),
    'by CPU': share && `${whole(share * 100)} %`,
    goal:
      goal &&
      ('share' in goal
        ? `${whole(goal.share * 100)} %: ${verdict(share! >= goal.share)}`
        : `${goal.cpuMs} ms: ${verdict(shop.serverCpu <= goal.cpuMs)}`),
    'memory MB': memory,
  }
}

export function printReport({ coldStartMs, memoryIdle, workloads, busyShop }: Report) {
  console.table(Object.fromEntries(workloads.map((one) => [one.name, rowOf(one)])))
  const say = (text: string, met: boolean) => console.log(`- ${text}: ${verdict(met)}`)
  const start = median(coldStartMs)
  if (start > 0) say(`Start to the first page: ${whole(start)} ms`, start <= MAX_START_MS)
  say(`Memory after the start: ${memoryIdle} MB`, memoryIdle <= MAX_IDLE_MB)
  const most = Math.max(0, ...workloads.map(({ memory }) => memory))
  if (most > 0) say(`Memory after a load, at most: ${most} MB`, most <= MAX_MEMORY_MB)
  if (!busyShop) return
  const { visits, sales, changes, compared, oldestMs } = busyShop
  say(
    `${visits.done} visits (${visits.lost} lost), ${sales.done} sales, ${changes} changes: p95 of a visit ${whole(visits.p95)} ms`,
    visits.p95 <= MAX_P95_MS,
  )
  say(`Nothing older than ${whole(oldestMs)} ms in ${compared} comparisons`, oldestMs <= MAX_AGE_MS)
}
