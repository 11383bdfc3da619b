import type { FastifyInstance } from 'fastify'
import type { Metric, Registry } from 'prom-client'
import { onAnswered, type Target } from '../http/answered.ts'

type PromClient = typeof import('prom-client')

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The answered requests of one label. */
type Answers = { byStatus: Map<number, number>; slowerThan: number[]; measured: number; seconds: number }

/**
 * Counts requests and refusals, and measures latency, by the name of the call. The counts are plain numbers until somebody asks for
 * them: prom-client looks its own up by labels, which took a twentieth of a cached answer.
 */
export function observeRequests(app: FastifyInstance, { Counter }: PromClient, register: Registry) {
  const registers = [register]
  const answers = new Map<string, Answers>()
  new Counter({
    name: 'botica_requests_total',
    help: 'Answered requests, by call and status.',
    labelNames: ['call', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [call, { byStatus }] of answers)
        for (const [status, requests] of byStatus) this.inc({ call, status }, requests)
    },
  })
  register.registerMetric(durations(answers) as unknown as Metric)
  const refusals = new Counter({
    name: 'botica_refusals_total',
    help: 'Refused requests, by code.',
    labelNames: ['code'],
    registers,
  })
  onAnswered(app, ({ target, status, code, ms, isStream }) => {
    const call = labelOf(target)
    let counted = answers.get(call)
    if (!counted) {
      counted = { byStatus: new Map(), slowerThan: BUCKETS.map(() => 0), measured: 0, seconds: 0 }
      answers.set(call, counted)
    }
    counted.byStatus.set(status, (counted.byStatus.get(status) ?? 0) + 1)
    if (!isStream) {
      const seconds = ms / 1_000
      counted.measured += 1
      counted.seconds += seconds
      for (let at = 0; seconds > BUCKETS[at]!; at += 1) counted.slowerThan[at]! += 1
    }
    if (code) refusals.inc({ code })
  })
}

/** A histogram as prom-client prints it. */
function durations(answers: Map<string, Answers>) {
  const name = 'botica_request_duration_seconds'
  const valuesOf = ([call, { measured, seconds, slowerThan }]: [string, Answers]) => [
    ...BUCKETS.map((le, at) => ({
      metricName: `${name}_bucket`,
      labels: { le, call },
      value: measured - slowerThan[at]!,
    })),
    { metricName: `${name}_bucket`, labels: { le: '+Inf', call }, value: measured },
    { metricName: `${name}_sum`, labels: { call }, value: seconds },
    { metricName: `${name}_count`, labels: { call }, value: measured },
  ]
  const help = 'Time from the request to the end of its answer, by call.'
  return {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...answers].filter(([, { measured }]) => measured > 0).flatMap(valuesOf),
    }),
  }
}

/** A bounded label: the name of a call, or a group of routes. Never a URL, of which there is no end. */
function labelOf(target: Target): string {
  if ('call' in target) return target.call
  if (target.route === 'none') return 'unknown'
  if (target.route === '/*') return 'page'
  return target.route.startsWith('/api/') ? 'operator' : 'file'
}
