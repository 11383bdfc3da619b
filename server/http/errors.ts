import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { isOutage } from '../database/outage.ts'
import { ImageRejected } from '../images/encode.ts'
import { ImageStoreFull, ImageStoreUnavailable } from '../images/image-store.ts'
import { Refusal } from '../refusals/refusal.ts'
import { jsonHeaders } from './json-headers.ts'
import { REQUEST_ID } from './request-log.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of a refused request, for the metrics. */
    refusal?: ErrorCode
  }
}

/** Answers errors before any route, such as a malformed URL, for which no hook runs. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  answer(reply.headers({ ...jsonHeaders, [REQUEST_ID]: request.id }), toRefusal(error))
}

/**
 * Answers every error as JSON with a Spanish message. An outage is a 503, any other unexpected error a bug and a 500; both are logged,
 * and reveal no details.
 */
export function answerErrors(app: FastifyInstance) {
  app.decorateReply('refusal', undefined)
  app.setErrorHandler((error, { method, routeOptions, log }, reply) =>
    answer(reply, refusalOf(error, log, { method, route: routeOptions.url })),
  )
  app.setNotFoundHandler((_request, reply) => answer(reply, new Refusal('NOT_FOUND')))
}

/** The refusal that answers an error. Outages and bugs are logged. */
export function refusalOf(
  error: unknown,
  log: FastifyBaseLogger,
  about: { method: string; route: string | undefined },
): Refusal {
  const refusal = toRefusal(error as FastifyError)
  if (refusal.status >= 500)
    log.error({ err: error, ...about }, refusal.code === 'INTERNAL' ? 'internal error' : 'request failed')
  return refusal
}

/** The body of a refusal's answer. */
export const bodyOf = ({ message, code, details }: Refusal) => ({
  message,
  code,
  issues: details.issues,
  data: details.data,
})

function answer(reply: FastifyReply, refusal: Refusal) {
  const { status, code, details } = refusal
  reply.refusal = code
  const seconds = details.retryAfter ?? (status === 503 ? 5 : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal))
}

const IMAGE_REASONS = { unsupported: 'WRONG_KIND', corrupt: 'WRONG_KIND', 'too-large': 'TOO_LARGE' } as const

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ImageRejected) return new Refusal(IMAGE_REASONS[error.reason])
  if (error instanceof ImageStoreFull || error.code === 'ENOSPC') return new Refusal('DISK_FULL')
  if (error instanceof ImageStoreUnavailable || isOutage(error)) return new Refusal('UNAVAILABLE')
  return new Refusal(byDatabaseCode(error.code) ?? byStatus(error.statusCode))
}

/** PostgreSQL's codes that a request can cause; all others are bugs. */
function byDatabaseCode(code: string | undefined): ErrorCode | undefined {
  if (code === '53100') return 'DISK_FULL'
  if (code === '23503') return 'NOT_FOUND'
  if (code === '22021' || code === '22P05') return 'BAD_INPUT'
}

function byStatus(status = 500): ErrorCode {
  if (status >= 500) return status === 503 ? 'UNAVAILABLE' : 'INTERNAL'
  const code = (['NOT_FOUND', 'TOO_LARGE', 'WRONG_KIND', 'TOO_MANY'] as const).find(
    (name) => errors[name].status === status,
  )
  return code ?? 'BAD_INPUT'
}
