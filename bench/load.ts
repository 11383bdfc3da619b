import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { Sent } from '../drills/browser.ts'
import { cpuOf } from '../drills/processes.ts'
import { median } from '../drills/run-drill.ts'

/** Connections of a load; with a given rate there may be more, so that no request waits for one. */
export const CONNECTIONS = 32
const MAX_CONNECTIONS = 200

/** A server under load: its address, and the process whose CPU is measured. */
export type Server = { url: string; pid: number }
/** A step of a unit of work makes its request from the unit's number and the answer of the step before. */
export type Step = (number: number, before: string) => Sent

/** The figures of one turn on a server: CPU in milliseconds per unit, of the server and of PostgreSQL; milliseconds of its last step. */
export type Turn = Record<'done' | 'lost' | 'p95' | 'serverCpu' | 'databaseCpu', number>

/** autocannon's sampling interval, milliseconds: a turn ends at the end of one. */
const SAMPLE_MS = 20

type Unit = { number?: number; answer?: string; sentAt?: number }

type Load = { seconds: number; numbers: () => number; postmaster?: number; rate?: number }

/**
 * Loads a server for some seconds.
 *
 * @param numbers source of the units' numbers
 * @param postmaster the process of PostgreSQL, if it runs on this machine
 * @param rate requests a second; absent: as many as the server answers
 * @throws Error with any answer but a success
 */
export async function drive(
  server: Server,
  steps: Step[],
  { seconds, numbers, postmaster, rate }: Load,
): Promise<Turn> {
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
  return {
    done: times.count,
    lost: errors,
    p95: times.percentile(95) / 1_000,
    ...{ serverCpu, databaseCpu },
  }
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
export function medianOf(turns: Turn[]): Turn {
  const figures = Object.keys(turns[0]!) as (keyof Turn)[]
  return Object.fromEntries(figures.map((key) => [key, median(turns.map((turn) => turn[key]))])) as Turn
}
