import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the contract's call; absent for pages and files. */
    call?: string
  }
}

export const REQUEST_ID = 'x-request-id'

/** A request's id: the id that a proxy or client gave it, if it looks like an id, or else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
}

const names = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]))

export const callName = (call: Call) => names.get(call)

/** What a request asked for: a call of the contract, or the pattern of a page or file. Never the URL, which may have secrets. */
const targetOf = ({ routeOptions: { config, url = 'none' } }: FastifyRequest) =>
  config.call ? { call: config.call } : { route: url }

/** Logs each answered request (docs/operations.md#logs), without query string, body, token, address or e-mail. */
export function logRequests(app: FastifyInstance) {
  const log = app.log.child({}, { level: 'info' })
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        ...targetOf(request),
        status: reply.statusCode,
        ...(reply.refusal && { code: reply.refusal }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
