import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { onAnswered, type Target } from '../http/request-log.ts'

type PromClient = typeof import('prom-client')

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts requests and refusals, and measures latency, by the name of the call. */
export function observeRequests(
  app: FastifyInstance,
  { Counter, Histogram }: PromClient,
  register: Registry,
) {
  const registers = [register]
  const requests = new Counter({
    name: 'botica_requests_total',
    help: 'Answered requests, by call and status.',
    labelNames: ['call', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'botica_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by call.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  })
  const refusals = new Counter({
    name: 'botica_refusals_total',
    help: 'Refused requests, by code.',
    labelNames: ['code'],
    registers,
  })
  onAnswered(app, ({ target, status, code, ms, isStream }) => {
    const call = labelOf(target)
    requests.inc({ call, status })
    if (!isStream) durations.observe({ call }, ms / 1_000)
    if (code) refusals.inc({ code })
  })
}

/** A bounded label: the name of a call, or a group of routes. Never a URL, since their number is unlimited. */
function labelOf(target: Target): string {
  if ('call' in target) return target.call
  if (target.route === 'none') return 'unknown'
  if (target.route === '/*') return 'page'
  return target.route.startsWith('/api/') ? 'operator' : 'file'
}
