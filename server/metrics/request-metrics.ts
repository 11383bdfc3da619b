import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'

type PromClient = typeof import('prom-client')

/** Seconds. */
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
  const duration = new Histogram({
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
  app.addHook('onResponse', async (request, reply) => {
    const call = labelOf(request)
    requests.inc({ call, status: reply.statusCode })
    // A stream of events lasts as long as somebody follows it.
    if (reply.getHeader('content-type') !== 'text/event-stream')
      duration.observe({ call }, reply.elapsedTime / 1_000)
    if (reply.refusal) refusals.inc({ code: reply.refusal })
  })
}

/** A bounded label: the name of a call, or a group of routes. Never a URL, of which there is no end. */
function labelOf({ routeOptions: { config, url } }: FastifyRequest): string {
  if (config.call) return config.call
  if (url === undefined) return 'unknown'
  if (url === '/*') return 'page'
  return url.startsWith('/api/') ? 'operator' : 'file'
}
