/** The report of bench/run.ts: a Markdown table for the screen and for docs/measurements.md, and lines for what has no yardstick. */
import type { BusyShop } from './busy-shop.ts'
import type { ImportFigures } from './import-products.ts'
import { median, type Turn } from './load.ts'
import type { Measured } from './measure.ts'

/** Goals of the shop as a whole. */
const [MAX_IDLE_MB, MAX_MEMORY_MB, MAX_START_MS, MAX_P95_MS, MAX_AGE_MS] = [125, 250, 1_200, 60, 1_000]

export type Report = {
  command: string
  machine: string
  date: string
  coldStartMs: number[]
  memoryIdleMb: number
  workloads: Measured[]
  imports: ImportFigures[]
  busyShop: BusyShop | null
}

const cpuOfUnit = ({ serverCpu, databaseCpu }: Turn) => serverCpu + (databaseCpu ?? 0)
/** The yardstick's CPU divided by the shop's, which other load on the machine changes less than rates. */
export const shareOf = ({ shop, yardstick }: Measured) => yardstick && cpuOfUnit(yardstick) / cpuOfUnit(shop)

export function isMet(measured: Measured): boolean {
  const { goal, shop } = measured
  return 'share' in goal ? shareOf(measured)! >= goal.share : shop.serverCpu <= goal.cpuMs
}

const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const whole = (value: number) => Math.round(value).toLocaleString('en')
const percent = (share: number | null | undefined) => (share == null ? '' : `${Math.round(share * 100)} %`)
const cpu = ({ serverCpu, databaseCpu }: Turn) =>
  serverCpu.toFixed(2) + (databaseCpu === null ? '' : ` + ${databaseCpu.toFixed(2)}`)

function rowOf(measured: Measured) {
  const { name, against, goal, shop, yardstick, hits, memory } = measured
  const wanted = 'share' in goal ? `${goal.share * 100} %` : `${goal.cpuMs} ms CPU`
  return {
    work: name,
    'a second': whole(shop.rate),
    'p50 / p99 ms': `${shop.p50.toFixed(1)} / ${shop.p99.toFixed(1)}`,
    'CPU ms': cpu(shop),
    yardstick: against ?? '',
    'its a second': yardstick ? whole(yardstick.rate) : '',
    'its CPU ms': yardstick ? cpu(yardstick) : '',
    'of it': yardstick ? percent(shop.rate / yardstick.rate) : '',
    'by CPU': percent(shareOf(measured)),
    goal: `${wanted}: ${verdict(isMet(measured))}`,
    cached: percent(hits),
    'memory MB': `${memory.now}, peak ${memory.peak}`,
  }
}

export function printReport({ coldStartMs, memoryIdleMb, workloads, imports, busyShop }: Report) {
  const rows = workloads.map((one) => Object.entries(rowOf(one)))
  const [first = []] = rows
  const widths = first.map(([title], at) =>
    Math.max(title.length, ...rows.map((cells) => cells[at]![1].length)),
  )
  const line = (cells: string[]) =>
    console.log(`| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
  if (rows.length > 0) line(first.map(([title]) => title))
  if (rows.length > 0) line(widths.map((width) => '-'.repeat(width)))
  for (const cells of rows) line(cells.map(([, cell]) => cell))

  const say = (text: string, met?: boolean) =>
    console.log(`- ${text}${met === undefined ? '' : `: ${verdict(met)}`}`)
  const start = median(coldStartMs)
  if (start > 0) say(`Start to the first page: ${whole(start)} ms`, start <= MAX_START_MS)
  say(`Memory after the start: ${memoryIdleMb} MB`, memoryIdleMb <= MAX_IDLE_MB)
  const loaded = [
    ...workloads.map(({ memory }) => memory.now),
    ...imports.map(({ memoryAfter }) => memoryAfter),
  ]
  if (loaded.length > 0)
    say(`Memory after a load, at most: ${Math.max(...loaded)} MB`, Math.max(...loaded) <= MAX_MEMORY_MB)
  if (imports.length > 0) {
    const of = (key: keyof ImportFigures) => whole(median(imports.map((one) => one[key])))
    say(
      `Import of ${of('rows')} rows: preview ${of('previewMs')} ms, saved in ${of('saveMs')} ms; memory at most ${of('memoryPeak')} MB`,
    )
  }
  for (const { name, afterwards } of workloads)
    if (afterwards > 0.1) say(`After ${name}, its mails: ${afterwards.toFixed(2)} ms of CPU each`)
  if (!busyShop) return
  const { visits, pagesP95, callsP95, oldestMs, unanswered, hitRate } = busyShop
  const { cpuMs, sales, refused, changes, compared, tooOld } = busyShop
  say(
    `${whole(visits)} visits: p95 of pages ${pagesP95} ms, of calls ${callsP95} ms`,
    Math.max(pagesP95, callsP95) <= MAX_P95_MS,
  )
  say(
    `Nothing older than ${whole(oldestMs)} ms in ${compared} comparisons`,
    tooOld === 0 && oldestMs <= MAX_AGE_MS,
  )
  say(
    `${unanswered} unanswered; ${sales} sales, ${refused} refused, ${changes} changes; ${percent(hitRate)} cached; ${cpuMs.toFixed(1)} ms of CPU a visit`,
  )
}
