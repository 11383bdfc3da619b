/** The report of bench/run.ts: a Markdown table for the screen and for docs/performance.md, and JSON. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { percentile } from '../drills/percentile.ts'
import type { ImportFigures } from './import-products.ts'
import type { Turn } from './load.ts'
import type { Goal, Yardstick } from './workloads.ts'

/** Goals of the shop as a whole (docs/product.md#budgets). */
const MAX_MEMORY_MB = 250
const MAX_START_MS = 1_200
const MAX_P95_MS = 60
const MAX_AGE_MS = 1_000

type Memory = { now: number; peak: number }

export type Measured = {
  name: string
  against: Yardstick
  goal?: Goal
  shop: Turn
  yardstick: Turn
  /** The share of lookups in the response cache that found an entry; null without a lookup. */
  hits: number | null
  /** MB of the shop's process: after the load, and the peak during it. */
  memory: Memory
  /** CPU milliseconds per unit of work that the shop spends after its turns, on the mails of a purchase. */
  afterwards?: number
}

/** 400 visits and 10 sales a second, while staff change the catalogue. */
export type BusyShop = {
  visits: number
  unanswered: number
  /** The 95th percentile of the visitors' waiting times, in milliseconds. */
  pagesP95: number
  callsP95: number
  hitRate: number
  /** CPU milliseconds of the server per visit, sales and changes included. */
  cpuMs: number
  sales: number
  /** Sales that were refused, as when another customer took the last unit. */
  refused: number
  changes: number
  /** Answers compared with the database, and how many of them were served for more than a second after a change. */
  compared: number
  tooOld: number
  oldestMs: number
}

export type Report = {
  command: string
  machine: string
  date: string
  options: Record<string, number>
  coldStartMs: number[]
  memoryIdle: Memory | null
  bareShopMemory: Memory | null
  workloads: Measured[]
  imports: ImportFigures[]
  busyShop: BusyShop | null
}

/** The shop's work in relation to the yardstick's in the same time. */
export const shareOf = ({ shop, yardstick }: Measured) => shop.rate / yardstick.rate

/** The shop's share by CPU of server and PostgreSQL, which depends less on other load; null when PostgreSQL runs elsewhere. */
function cpuShareOf({ shop, yardstick }: Measured): number | null {
  const [ours, theirs] = [shop, yardstick].map(({ serverCpu, databaseCpu }) =>
    databaseCpu === null ? Number.NaN : serverCpu + databaseCpu,
  )
  return Number.isNaN(ours) ? null : theirs! / ours!
}

const isMet = (measured: Measured, goal: Goal) =>
  'share' in goal ? shareOf(measured) >= goal.share : measured.shop.serverCpu <= goal.cpuMs

const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const whole = (value: number) => Math.round(value).toLocaleString('en')
const percent = (share: number | null) => (share === null ? '' : `${Math.round(share * 100)} %`)
const times = ({ p50, p99 }: Turn) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
const cpu = ({ serverCpu, databaseCpu }: Turn) =>
  serverCpu.toFixed(2) + (databaseCpu === null ? '' : ` + ${databaseCpu.toFixed(2)}`)

function goalOf(measured: Measured): string {
  const { goal } = measured
  if (!goal) return ''
  const wanted = 'share' in goal ? `${goal.share * 100} %` : `${goal.cpuMs} ms CPU`
  return `${wanted}: ${verdict(isMet(measured, goal))}`
}

const HEADER = [
  'work',
  'a second',
  'p50 / p99 ms',
  'CPU ms',
  'yardstick',
  'a second',
  'CPU ms',
  'of it',
  'by CPU',
  'goal',
  'cached',
  'memory MB',
]

const cellsOf = (measured: Measured): string[] => [
  measured.name,
  whole(measured.shop.rate),
  times(measured.shop),
  cpu(measured.shop),
  measured.against,
  whole(measured.yardstick.rate),
  cpu(measured.yardstick),
  percent(shareOf(measured)),
  percent(cpuShareOf(measured)),
  goalOf(measured),
  percent(measured.hits),
  `${measured.memory.now}, peak ${measured.memory.peak}`,
]

/** A Markdown table with columns of equal width. */
function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  const [header, ...body] = rows
  return [line(header!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** Lines for the figures without a yardstick. */
function otherLines({
  coldStartMs,
  memoryIdle,
  bareShopMemory,
  workloads,
  imports,
  busyShop,
}: Report): string[] {
  const start = coldStartMs.length > 0 ? percentile(coldStartMs, 0.5) : null
  const most = Math.max(
    0,
    ...workloads.map(({ memory }) => memory.now),
    ...imports.map((one) => one.memoryAfter),
  )
  return [
    start !== null &&
      `- Start to the first page: ${whole(start)} ms (goal ${MAX_START_MS}: ${verdict(start <= MAX_START_MS)})`,
    memoryIdle && `- Memory after the start: ${memoryIdle.now} MB`,
    imports.length > 0 &&
      `- Import of ${whole(imports[0]!.rows)} rows: preview ${whole(
        percentile(
          imports.map(({ previewMs }) => previewMs),
          0.5,
        ),
      )} ms, saved in ` +
        `${whole(
          percentile(
            imports.map(({ saveMs }) => saveMs),
            0.5,
          ),
        )} ms; memory at most ` +
        `${Math.max(...imports.map(({ memoryPeak }) => memoryPeak))} MB, afterwards ${imports.at(-1)!.memoryAfter} MB`,
    busyShop &&
      `- 400 visits and 10 sales a second: p95 of pages ${busyShop.pagesP95.toFixed(0)} ms, of calls ${busyShop.callsP95.toFixed(0)} ms (goal ${MAX_P95_MS}: ` +
        `${verdict(Math.max(busyShop.pagesP95, busyShop.callsP95) <= MAX_P95_MS)}); nothing older than ${whole(busyShop.oldestMs)} ms (goal ${MAX_AGE_MS}: ` +
        `${verdict(busyShop.oldestMs <= MAX_AGE_MS)}); ${busyShop.unanswered} unanswered; ${percent(busyShop.hitRate)} from the cache; ${busyShop.cpuMs.toFixed(1)} ms of the server's CPU a visit`,
    most > 0 &&
      `- Memory after a load, at most: ${most} MB (goal ${MAX_MEMORY_MB}: ${verdict(most <= MAX_MEMORY_MB)})`,
    bareShopMemory && `- Memory of the bare shop after all loads: ${bareShopMemory.now} MB`,
    ...workloads.map(
      ({ name, afterwards }) =>
        afterwards !== undefined && `- After ${name}, the mails of one: ${afterwards.toFixed(2)} ms of CPU`,
    ),
  ].filter((line) => typeof line === 'string')
}

export function printReport(report: Report) {
  if (report.workloads.length > 0) console.log(`\n${table([HEADER, ...report.workloads.map(cellsOf)])}\n`)
  for (const line of otherLines(report)) console.log(line)
}

/** Writes `bench.json` and returns its path. */
export async function writeReport(report: Report, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'bench.json')
  const workloads = report.workloads.map((measured) => ({
    ...measured,
    share: shareOf(measured),
    cpuShare: cpuShareOf(measured),
    ...(measured.goal && { met: isMet(measured, measured.goal) }),
  }))
  await writeFile(file, `${JSON.stringify({ ...report, workloads }, null, 2)}\n`)
  return file
}
