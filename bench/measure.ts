/** Measures the shop and its yardsticks, after checking that both give the same answers: a yardstick has to do the same work. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openBrowser } from '../drills/browser.ts'
import { memoryOf } from '../drills/processes.ts'
import { query } from '../drills/start-shop.ts'
import { counter, drive, FIRST_NUMBER, medianOf, type Server, type Step, type Turn } from './load.ts'
import type { Goal, Workload } from './workloads.ts'

export type Shops = {
  shop: Server & { databaseUrl: string }
  bareShop: Server & { databaseUrl: string }
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
}

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
  const [from, to] = [openBrowser(shop.url), openBrowser(bareShop.url)]
  const { status, headers, body } = await from.send(steps[0]!(FIRST_NUMBER, ''))
  if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers
  const copied = { 'content-type': 'application/octet-stream', 'x-type': type, 'x-encoding': encoding }
  await to.send({ method: 'PUT', path: '/raw', headers: copied, body })
  from.close()
  to.close()
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
  const theirSteps = against === 'raw Fastify' ? await copyAnswer(workload, shops) : steps
  const units = () => Promise.all([shop, bareShop].map(({ databaseUrl }) => query(databaseUrl, UNITS)))
  const unitsBefore = await units()
  const [ours, theirs] = [counter(), counter()]
  const turns = { shop: [] as Turn[], yardstick: [] as Turn[] }
  const ofShop = async (seconds: number) => {
    turns.shop.push(await drive(shop, steps, { seconds, numbers: ours, postmaster }))
    // A purchase's mails aren't written in the turn of the other server.
    while ((await query(shop.databaseUrl, DUE_MAILS)).length > 0) await pause(200)
  }
  const ofYardstick = async (seconds: number) => {
    const options = { seconds, numbers: theirs, postmaster }
    if (against) turns.yardstick.push(await drive(bareShop, theirSteps, options))
  }
  for (const warmUp of [ofYardstick, ofShop]) await warmUp(Math.min(1, seconds))
  turns.shop.length = turns.yardstick.length = 0
  for (let round = 0; round < rounds; round += 1)
    for (const turn of round % 2 ? [ofShop, ofYardstick] : [ofYardstick, ofShop]) await turn(seconds)
  if (!isDeepStrictEqual(await units(), unitsBefore))
    throw new Error(`${name} changed the sum of stock and sold units`)
  const yardstick = against && medianOf(turns.yardstick)
  return { name, goal, shop: medianOf(turns.shop), yardstick, memory: memoryOf(shop.pid) }
}

/** An answer without ids and moments, which differ between two databases. */
function comparable(text: string): unknown {
  const own = ['_id', 'date', 'at']
  return JSON.parse(text, (key, value) => (own.includes(key) ? '' : value))
}

/** Compares some answers of the bare shop with the shop's. @throws Error with both answers when one differs */
export async function requireSameAnswers({ shop, bareShop }: Shops, workloads: Workload[]) {
  const browsers = [shop, bareShop].map(({ url }) => openBrowser(url))
  for (const { name, steps } of workloads.filter(({ against }) => against === 'bare shop'))
    for (let n = 0; n < COMPARED; n += 1) {
      let answers = ['', '']
      for (const step of steps) {
        const before = answers
        const sent = browsers.map((browser, at) => browser.send(step(n, before[at]!)))
        const both = await Promise.all(sent)
        answers = both.map(({ body }) => body.toString())
        const [ours, theirs] = both.map(({ status }, at) => [status, comparable(answers[at]!)])
        if (isDeepStrictEqual(ours, theirs)) continue
        const { path } = step(n, before[0]!)
        throw new Error(`${name}, ${path}: the shop and the bare shop answer\n${answers.join('\n')}`)
      }
    }
  for (const browser of browsers) browser.close()
}
