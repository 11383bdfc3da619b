/** Measures the shop and its yardsticks, after checking that both give the same answers: a yardstick has to do the same work. */
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { query } from '#tests/postgres-server.ts'
import { cpuOf, memoryOf } from '#tests/processes.ts'
import { type Sent, send } from '../drills/browser.ts'
import { median } from '../drills/run-drill.ts'
import type { AppServer } from '../drills/start-shop.ts'
import type { Goal, Workload } from './workloads.ts'

/** Connections of a load; with a given rate there may be more, so that no request waits for one. */
export const CONNECTIONS = 32
const MAX_CONNECTIONS = 200

/** A step of a unit of work makes its request from the unit's number and the answer of the step before. */
export type Step = (number: number, before: string) => Sent

/** The figures of one turn on a server: CPU in milliseconds per unit, of the server and of PostgreSQL; milliseconds of its last step. */
export type Turn = Record<'done' | 'lost' | 'p95' | 'serverCpu' | 'databaseCpu', number>

/** autocannon's sampling interval, milliseconds: a turn ends at the end of one. */
const SAMPLE_MS = 20

type Unit = { number?: number; answer?: string; sentAt?: number }

/**
 * Loads a server for some seconds.
 *
 * @param numbers source of the units' numbers
 * @param postmaster the process of PostgreSQL, if it runs on this machine
 * @param rate requests a second; absent: as many as the server answers
 * @throws Error with any answer but a success
 */
export async function drive(
  server: AppServer,
  steps: Step[],
  load: { seconds: number; numbers: () => number; postmaster?: number | undefined; rate?: number },
): Promise<Turn> {
  const { seconds, numbers, postmaster, rate } = load
  const times = createHistogram()
  let failure = ''
  let stop = () => {}
  const cpu = () => [cpuOf(server.pid), postmaster ? cpuOf(postmaster) : 0]
  const requests = steps.map((step, at) => ({
    setupRequest: (request: autocannon.Request, context: object) => {
      const unit = context as Unit
      if (at === 0) unit.number = numbers()
      unit.sentAt = performance.now()
      const { method = 'GET', headers, ...sent } = step(unit.number!, unit.answer ?? '')
      return { ...request, ...sent, method: method as 'GET', headers: { ...headers } }
    },
    onResponse: (status: number, body: string, context: object) => {
      const unit = context as Unit
      unit.answer = body
      const now = performance.now()
      if (status >= 300) failure ||= `${server.url} answered step ${at + 1} with ${status}: ${body}`
      else if (at === steps.length - 1) times.record(Math.max(1, Math.round(1_000 * (now - unit.sentAt!))))
      if (failure || (times.count > 0 && now - began > seconds * 1_000)) stop()
    },
  }))
  // Ended by a unit's answer, not by the duration: in a short turn no unit may be done by then.
  const options = {
    ...{ url: server.url, duration: 600, sampleInt: SAMPLE_MS, requests },
    ...(rate ? { overallRate: rate, connections: MAX_CONNECTIONS } : { connections: CONNECTIONS }),
  }
  const [before, began] = [cpu(), performance.now()]
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    stop = () => load.stop()
  })
  // At a given rate, a machine that is too busy loses some requests.
  if (failure || (errors > 0 && !rate)) throw new Error(failure || `${server.url} lost ${errors} connections`)
  const [serverCpu = 0, databaseCpu = 0] = cpu().map((now, at) => (now - before[at]!) / times.count)
  return { done: times.count, lost: errors, p95: times.percentile(95) / 1_000, serverCpu, databaseCpu }
}

/** Numbers for units. Those of the comparison with the bare shop are smaller. */
export const FIRST_NUMBER = 1_000
export function counter() {
  let number = FIRST_NUMBER
  return () => {
    number += 1
    return number
  }
}

/** The median of each figure of several turns. */
function medianOf(turns: Turn[]): Turn {
  const figures = Object.keys(turns[0]!) as (keyof Turn)[]
  return Object.fromEntries(figures.map((key) => [key, median(turns.map((turn) => turn[key]))])) as Turn
}

/** `postmaster` is the process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
export type Shops = { shop: AppServer; bareShop: AppServer; postmaster: number | undefined }

export type Measured = {
  name: string
  goal?: Goal | undefined
  shop: Turn
  yardstick: Turn | undefined
  /** MB of the shop's process after the load. */
  memory: number
}

/** Units of each workload whose answers are compared. */
const COMPARED = 20

/** Gives the bare shop the shop's answer, to return its bytes at `/raw`. */
async function copyAnswer({ name, steps }: Workload, { shop, bareShop }: Shops): Promise<Step[]> {
  const { status, headers, body } = await send(shop.url, steps[0]!(FIRST_NUMBER, ''))
  if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers
  const copied = { 'content-type': 'application/octet-stream', 'x-type': type, 'x-encoding': encoding }
  await send(bareShop.url, { method: 'PUT', path: '/raw', headers: copied, body })
  return [() => ({ path: '/raw' })]
}

/** The sum of the units in stock and the units sold, which no purchase changes. */
const UNITS = 'select (select sum(stock) from products) + (select sum(quantity) from order_lines) as units'
const DUE_MAILS = 'select from mails where due_at is not null limit 1'

/**
 * Measures the shop and its yardstick in turns; the one that goes first alternates from round to round.
 *
 * @throws Error when units were lost or sold twice
 */
export async function measure(
  workload: Workload,
  shops: Shops,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Measured> {
  const { name, against, goal, steps } = workload
  const { shop, bareShop, postmaster } = shops
  const units = () => Promise.all([shop, bareShop].map(({ databaseUrl }) => query(databaseUrl, UNITS)))
  const unitsBefore = await units()
  const theirSteps = against === 'raw Fastify' ? await copyAnswer(workload, shops) : steps
  const ours = { server: shop, steps, numbers: counter(), turns: [] as Turn[] }
  const theirs = { server: bareShop, steps: theirSteps, numbers: counter(), turns: [] as Turn[] }
  const both = against ? [theirs, ours] : [ours]
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { server, steps, numbers, turns } of round % 2 ? both : both.toReversed()) {
      const load = { seconds: round ? seconds : Math.min(1, seconds), numbers, postmaster }
      const turn = await drive(server, steps, load)
      if (round) turns.push(turn)
      // A purchase's mails aren't written in the turn of the other server.
      while (server === shop && (await query(shop.databaseUrl, DUE_MAILS)).length > 0) await pause(200)
    }
  if (!isDeepStrictEqual(await units(), unitsBefore))
    throw new Error(`${name} changed the sum of stock and sold units`)
  const yardstick = against && medianOf(theirs.turns)
  return { name, goal, shop: medianOf(ours.turns), yardstick, memory: memoryOf(shop.pid) }
}

/** An answer without ids and moments, which differ between two databases. */
function comparable(text: string): unknown {
  const own = ['_id', 'date', 'at']
  return JSON.parse(text, (key, value) => (own.includes(key) ? '' : value))
}

/** Compares some answers of the bare shop with the shop's. @throws Error with both answers when one differs */
export async function requireSameAnswers({ shop, bareShop }: Shops, workloads: Workload[]) {
  for (const { name, steps } of workloads.filter(({ against }) => against === 'bare shop'))
    for (let n = 0; n < COMPARED; n += 1) {
      let answers = ['', '']
      for (const step of steps) {
        const before = answers
        const sent = [shop, bareShop].map(({ url }, at) => send(url, step(n, before[at]!)))
        const both = await Promise.all(sent)
        answers = both.map(({ body }) => body.toString())
        const [ours, theirs] = both.map(({ status }, at) => [status, comparable(answers[at]!)])
        if (isDeepStrictEqual(ours, theirs)) continue
        const { path } = step(n, before[0]!)
        throw new Error(`${name}, ${path}: the shop and the bare shop answer\n${answers.join('\n')}`)
      }
    }
}
