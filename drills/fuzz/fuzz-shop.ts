/** Sends hostile requests to a running shop and collects the broken promises. */
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { NoAnswer } from '../call-server.ts'
import { fingerprint } from './fingerprint.ts'
import { type HostileRequest, hostileRequest } from './hostile-request.ts'
import { type Answer, judgeAnswer } from './judge-answer.ts'
import { Random } from './random.ts'
import { openSender } from './send-bytes.ts'
import { setStage } from './set-stage.ts'

type Options = {
  base: string
  databaseUrl: string
  requests: number
  seed: number
  /** Sends only the request with this number, to repeat one of an earlier run with the same seed. */
  only?: number
}

export type Fuzzed = {
  requests: number
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Refusals for which the database was compared before and after. */
  compared: number
  /** Oversized bodies whose connection was closed during the upload, so that the answer got lost. */
  cut: number
  /** Milliseconds of the slowest answer. */
  slowest: number
  problems: string[]
}

/** The most bytes of a body without files. */
const BODY_LIMIT = 1024 * 1024
const DISCONNECT_CODES = ['EPIPE', 'ECONNRESET']
/** Number of requests in flight. */
const CONCURRENCY = 8
/** After this many requests, one is sent alone, to compare the database before and after. */
const COMPARISON_INTERVAL = 50

export async function fuzzShop({ base, databaseUrl, requests, seed, only }: Options): Promise<Fuzzed> {
  const surroundings = await setStage(base, databaseUrl)
  // Streams of events are left out: they don't end.
  const names = Object.entries<Call>(calls)
    .filter(([, { answer }]) => answer !== 'events')
    .map(([name]) => name as keyof typeof calls)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const sender = openSender(base, CONCURRENCY)
  const fuzzed: Fuzzed = { requests: 0, statuses: new Map(), compared: 0, cut: 0, slowest: 0, problems: [] }

  const fire = async (place: number): Promise<Answer | undefined> => {
    const name = names[place % names.length]!
    const request = hostileRequest(calls[name] as Call, new Random(seed * 1_000_003 + place), surroundings)
    const started = performance.now()
    const note = (problem: string) =>
      fuzzed.problems.push(`${place} ${name}: ${problem}\n  ${describe(request)}`)
    fuzzed.requests += 1
    try {
      const answer = await sender.send(request, place)
      fuzzed.slowest = Math.max(fuzzed.slowest, performance.now() - started)
      fuzzed.statuses.set(answer.status, (fuzzed.statuses.get(answer.status) ?? 0) + 1)
      const problem = judgeAnswer(answer)
      if (problem) note(problem)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (request.body.length > BODY_LIMIT && DISCONNECT_CODES.includes(error.code)) fuzzed.cut += 1
      else note(error.message)
    }
  }
  const fireAlone = async (place: number) => {
    const before = await fingerprint(client)
    const answer = await fire(place)
    if (!answer || answer.status < 400) return
    const after = await fingerprint(client)
    fuzzed.compared += 1
    if (before !== after) fuzzed.problems.push(`${place}: ${answer.status}, and the database changed`)
  }

  try {
    if (only !== undefined) await fireAlone(only)
    for (let place = 0; only === undefined && place < requests; place += COMPARISON_INTERVAL) {
      // Rate limits are reset, or only the first requests of a limited call would reach its handler.
      await client.query('delete from rate_limits')
      const batch = Array.from(
        { length: Math.min(COMPARISON_INTERVAL, requests - place) - 1 },
        (_, n) => place + n,
      )
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let next = batch.shift(); next !== undefined; next = batch.shift()) await fire(next)
        }),
      )
      await fireAlone(place + Math.min(COMPARISON_INTERVAL, requests - place) - 1)
    }
    return fuzzed
  } finally {
    sender.close()
    await client.end()
  }
}

function describe({ method, path, headers, body }: HostileRequest): string {
  const { 'x-access-token': token, ...others } = headers
  const sent = { ...others, ...(token && { 'x-access-token': `${token.slice(0, 8)}… (${token.length})` }) }
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(sent).slice(0, 300)} ${body.subarray(0, 400).toString()}`
}
