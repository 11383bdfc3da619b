/** Measures the shop and its yardsticks, after checking that both give the same answers: a yardstick has to do the same work. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { openBrowser } from '../drills/browser.ts'
import { cpuOf, memoryOf, resetPeakMemory } from '../drills/processes.ts'
import { drive, medianOf, type Sent, type Server, type Turn } from './load.ts'
import type { Comparison, Goal, Workload } from './workloads.ts'

export type Shops = {
  shop: Server & { database: Db; metricsUrl: string }
  bareShop: Server & { database: Db }
  rawFastify: Server
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
}

export type Measured = {
  name: string
  against?: string
  goal: Goal
  shop: Turn
  yardstick?: Turn
  /** The share of lookups in the response cache that found an entry; null without a lookup. */
  hits: number | null
  /** MB of the shop's process: after the load, and the peak during it. */
  memory: { now: number; peak: number }
  /** CPU milliseconds per unit of work that the shop spends after its turns, on the mails of a purchase. */
  afterwards: number
}

type Timing = { seconds: number; rounds: number }

/** The units of the comparison have smaller numbers than those of the load. */
const [COMPARED, FIRST_NUMBER] = [20, 1_000]

const counter =
  (number = FIRST_NUMBER) =>
  () => {
    number += 1
    return number
  }

/** Reads the share of lookups in the shop's response cache that found an entry since the last call. */
export async function watchCache({ metricsUrl }: Shops['shop']) {
  const read = async () => {
    const text = await (await fetch(metricsUrl)).text()
    const count = (result: string) =>
      Number(new RegExp(`_lookups_total{result="${result}"[^}]*} (\\d+)`).exec(text)?.[1] ?? 0)
    return { hits: count('hit'), all: count('hit') + count('miss') }
  }
  const before = await read()
  return async () => {
    const { hits, all } = await read()
    return all > before.all ? (hits - before.hits) / (all - before.all) : null
  }
}

/** Gives the raw Fastify the shop's answer to return. */
async function copyAnswer({ name, steps }: Workload, { shop, rawFastify }: Shops) {
  const [from, to] = [openBrowser(shop.url), openBrowser(rawFastify.url)]
  const { status, headers, body } = await from.send(asSent(steps[0]!(FIRST_NUMBER, '')))
  if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers
  const copied = { 'content-type': 'application/octet-stream', 'x-type': type, 'x-encoding': encoding }
  await to.send({ method: 'PUT', path: '/', headers: copied, body })
  from.close()
  to.close()
}

const asSent = ({ method = 'GET', body, ...sent }: Sent) => ({
  method,
  ...sent,
  body: body ? Buffer.from(body) : undefined,
})

/** The sum of the units in stock and the units sold, which no purchase changes. */
const UNITS = sql`select (select sum(stock) from products) + (select sum(quantity) from order_lines) as units`

/** Waits until no mail is due, so that a purchase's mails aren't written in the turn of another server. */
async function mailsAreSent(database: Db) {
  const due = () =>
    database.selectFrom('mails').select('cause').where('due_at', 'is not', null).limit(1).execute()
  while ((await due()).length > 0) await pause(200)
}

/**
 * Measures the shop and its yardstick in turns; the one that goes first alternates from round to round.
 *
 * @throws Error when units were lost or sold twice
 */
export async function measure(workload: Workload, shops: Shops, timing: Timing): Promise<Measured> {
  const { name, against, goal, steps } = workload
  const { shop, bareShop, rawFastify, postmaster } = shops
  const yardstick = against && (against === 'bare shop' ? bareShop : rawFastify)
  if (against === 'raw Fastify') await copyAnswer(workload, shops)
  const units = async () => [
    (await UNITS.execute(shop.database)).rows,
    (await UNITS.execute(bareShop.database)).rows,
  ]
  const unitsBefore = await units()
  const [ours, theirs] = [counter(), counter()]
  const turns = { shop: [] as Turn[], yardstick: [] as Turn[] }
  let afterwards = 0
  const ofShop = async (seconds: number) => {
    turns.shop.push(await drive(shop, steps, { seconds, numbers: ours, postmaster }))
    const before = cpuOf(shop.pid)
    await mailsAreSent(shop.database)
    afterwards += cpuOf(shop.pid) - before
  }
  const ofYardstick = async (seconds: number) => {
    const options = { seconds, numbers: theirs, postmaster }
    if (yardstick) turns.yardstick.push(await drive(yardstick, steps, options))
  }
  for (const warmUp of [ofYardstick, ofShop]) await warmUp(Math.min(1, timing.seconds))
  turns.shop.length = turns.yardstick.length = afterwards = 0
  resetPeakMemory(shop.pid)
  const hits = await watchCache(shop)
  for (let round = 0; round < timing.rounds; round += 1)
    for (const turn of round % 2 ? [ofShop, ofYardstick] : [ofYardstick, ofShop]) await turn(timing.seconds)
  if (!isDeepStrictEqual(await units(), unitsBefore))
    throw new Error(`${name} changed the sum of stock and sold units`)
  const total = medianOf(turns.shop)
  return {
    ...{ name, against, goal },
    shop: total,
    ...(yardstick && { yardstick: medianOf(turns.yardstick) }),
    hits: await hits(),
    memory: memoryOf(shop.pid),
    afterwards: afterwards / total.done,
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The structure of an answer without its values. */
function shapeOf(value: Json): Json {
  if (value === null || typeof value !== 'object') return typeof value
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

/** The part of an answer that has to be the same in both shops. */
function comparable(text: string, how: Comparison): unknown {
  // Ids and moments differ between two databases.
  const own = ['_id', 'date', 'at']
  const answer = JSON.parse(text, (key, value) => (how === 'order' && own.includes(key) ? '' : value))
  if (how === 'all' || how === 'order') return answer
  const { products, total } = answer.data as { products: Json[]; total: number }
  const first = shapeOf(products[0] ?? {})
  return how === 'found' ? { first, total, shown: products.length } : first
}

/** Compares some answers of the bare shop with the shop's. @throws Error with both answers when one differs */
export async function requireSameAnswers({ shop, bareShop }: Shops, workloads: Workload[]) {
  const browsers = [shop, bareShop].map(({ url }) => openBrowser(url))
  for (const { name, against, steps, compared = 'all' } of workloads) {
    for (let n = 0; against === 'bare shop' && n < COMPARED; n += 1) {
      let before = ['', '']
      for (const step of steps) {
        const answers = await Promise.all(
          browsers.map((browser, at) => browser.send(asSent(step(n, before[at]!)))),
        )
        const [ours, theirs] = answers.map(({ status, body }) => ({ status, text: body.toString() }))
        const alike = (a: string, b: string) =>
          isDeepStrictEqual(comparable(a, compared), comparable(b, compared))
        if (ours!.status !== theirs!.status || !alike(ours!.text, theirs!.text))
          throw new Error(
            `${name}, ${step(n, before[0]!).path}: the shop answers\n${ours!.status} ${ours!.text}\nand the bare shop\n${theirs!.status} ${theirs!.text}`,
          )
        before = [ours!.text, theirs!.text]
      }
    }
  }
  for (const browser of browsers) browser.close()
}
