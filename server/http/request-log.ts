import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { onAnswered } from './answered.ts'

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
