import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the contract's call; absent for pages and files. */
    call?: string
  }
}

export const REQUEST_ID = 'x-request-id'

/** A request's id: from the proxy or client if well-formed, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
}

const names = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]))

export const callName = (call: Call) => names.get(call)

/** The target of a request: a call of the contract, or the pattern of a page or file. Never the URL, which may contain secrets. */
export type Target = { call: string } | { route: string }

/** An answered request, for log and metrics. */
type Answered = {
  requestId: string
  method: string
  target: Target
  status: number
  /** The code of a refusal. */
  code?: ErrorCode
  /** Milliseconds from the request to the end of its answer. */
  ms: number
  /** Whether the answer is a stream, which lasts as long as a client follows it. */
  isStream: boolean
}

const targetOf = ({ routeOptions: { config, url = 'none' } }: FastifyRequest): Target =>
  config.call ? { call: config.call } : { route: url }

/** Calls the listener after each answered request. To be called before the server listens. */
export function onAnswered(app: FastifyInstance, listener: (answered: Answered) => void) {
  app.addHook('onResponse', (request, reply, done) => {
    listener({
      requestId: request.id,
      method: request.method,
      target: targetOf(request),
      status: reply.statusCode,
      code: reply.refusal,
      ms: reply.elapsedTime,
      isStream: reply.getHeader('content-type') === 'text/event-stream',
    })
    done()
  })
}

/** Logs each answered request (docs/operations.md#monitoring), without query string, body, token, address or e-mail. */
export function logRequests(app: FastifyInstance) {
  const log = app.log.child({}, { level: 'info' })
  onAnswered(app, ({ requestId, method, target, status, code, ms }) =>
    log.info(
      {
        requestId,
        method,
        ...target,
        status,
        ...(code && { code }),
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    ),
  )
}
