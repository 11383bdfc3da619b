import { cpuOf, memoryOf, resetPeakMemory } from '../drills/processes.ts'
import { sendOnce } from './http-connection.ts'
import { drive, medianOf, requireSuccess, type Server, single, type Turn, type Work } from './load.ts'
import type { Shops } from './open-shops.ts'
import { mailsAreSent, preparePurchases, stockAndSold } from './purchases.ts'
import type { Measured } from './report.ts'
import type { Workload, Yardstick } from './workloads.ts'

export type Timing = { seconds: number; rounds: number }

/** The comparison before the run has used the smaller numbers. */
const FIRST_NUMBER = 1_000

const counter = () => {
  let number = FIRST_NUMBER
  return () => {
    number += 1
    return number
  }
}

/** Gives the raw Fastify the shop's answer to return. */
async function copyAnswer(workload: Workload, { shop, rawFastify }: Shops) {
  const request = workload.request(FIRST_NUMBER, 0)
  const answer = await sendOnce(shop.url, request)
  requireSuccess(request.path, answer)
  const header = (name: string) => new RegExp(`^${name}: *(.+)$`, 'im').exec(answer.head)?.[1]
  const encoding = header('content-encoding')
  await sendOnce(rawFastify.url, {
    method: 'PUT',
    path: '/',
    headers: {
      'content-type': 'application/octet-stream',
      'x-type': header('content-type') ?? 'text/plain',
      ...(encoding && { 'x-encoding': encoding }),
    },
    body: answer.body,
  })
}

/** Reads the counts of lookups in the shop's response cache. */
export async function countLookups({ shop }: Shops) {
  const text = await (await fetch(shop.metricsUrl)).text()
  const count = (result: string) =>
    Number(new RegExp(`_lookups_total{result="${result}"[^}]*} (\\d+)`).exec(text)?.[1] ?? 0)
  const [hits, misses] = [count('hit'), count('miss')]
  return { hits, all: hits + misses }
}

type Turns = {
  name: string
  against: Yardstick
  work: Work
  /** Awaited after each turn of the shop. */
  settle?: () => Promise<void>
}

/** Measures the shop and its yardstick in turns; the one that goes first alternates from round to round. */
async function takeTurns(
  { name, against, work, settle }: Turns,
  shops: Shops,
  { seconds, rounds }: Timing,
): Promise<Measured> {
  const { shop, postmaster } = shops
  const yardstick: Server = against === 'bare shop' ? shops.bareShop : shops.rawFastify
  const [ours, theirs] = [counter(), counter()]
  const warmUp = Math.min(1, seconds)
  const turns = { shop: [] as Turn[], yardstick: [] as Turn[] }
  let afterwardsCpu = 0
  const ofShop = async () => {
    turns.shop.push(await drive(shop, work, { seconds, numbers: ours, postmaster }))
    const before = cpuOf(shop.pid)
    await settle?.()
    afterwardsCpu += cpuOf(shop.pid) - before
  }
  const ofYardstick = async () => {
    turns.yardstick.push(await drive(yardstick, work, { seconds, numbers: theirs, postmaster }))
  }
  await drive(yardstick, work, { seconds: warmUp, numbers: theirs })
  await drive(shop, work, { seconds: warmUp, numbers: ours })
  await settle?.()
  resetPeakMemory(shop.pid)
  const before = await countLookups(shops)
  for (let round = 0; round < rounds; round += 1) {
    for (const turn of round % 2 ? [ofShop, ofYardstick] : [ofYardstick, ofShop]) await turn()
  }
  const after = await countLookups(shops)
  const total = medianOf(turns.shop)
  return {
    name,
    against,
    shop: total,
    yardstick: medianOf(turns.yardstick),
    hits: after.all > before.all ? (after.hits - before.hits) / (after.all - before.all) : null,
    memory: memoryOf(shop.pid),
    ...(settle && { afterwards: afterwardsCpu / total.done }),
  }
}

export async function measure(workload: Workload, shops: Shops, timing: Timing): Promise<Measured> {
  if (workload.against === 'raw Fastify') await copyAnswer(workload, shops)
  const { name, against, goal, request } = workload
  return { ...(await takeTurns({ name, against, work: single(request) }, shops, timing)), goal }
}

/** Measures whole purchases. @throws Error when units were lost or sold twice */
export async function measurePurchases(shops: Shops, timing: Timing): Promise<Measured> {
  const { shop, bareShop, customers } = shops
  const databases = [shop.database, bareShop.database]
  const before = await Promise.all(databases.map(stockAndSold))
  const work = await preparePurchases(shop.database, customers)
  const settle = () => mailsAreSent(shop.database)
  const measured = await takeTurns(
    { name: 'whole purchase', against: 'bare shop', work, settle },
    shops,
    timing,
  )
  const after = await Promise.all(databases.map(stockAndSold))
  if (after.some((units, index) => units !== before[index]))
    throw new Error(`Stock and sold units were ${before} and are ${after}`)
  return { ...measured, goal: { share: 0.65 } }
}
