import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { ImageRejected } from '../images/encode.ts'
import { ImageStoreFull, ImageStoreUnavailable } from '../images/image-store.ts'
import { Refusal } from './refusal.ts'
import { REQUEST_ID } from './request-log.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of a refused request, for the metrics. */
    refusal?: ErrorCode
  }
}

/** For errors before any route and hook, such as a broken escape in the URL. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  answer(reply.header(REQUEST_ID, request.id), toRefusal(error))
}

/**
 * Answers every error as JSON with a Spanish message. An unexpected error is logged, and its answer reveals nothing about it
 * (docs/product.md#status-codes).
 */
export function answerErrors(app: FastifyInstance) {
  app.decorateReply('refusal', undefined)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error as FastifyError)
    if (refusal.status >= 500) {
      request.log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        'request failed',
      )
    }
    return answer(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => answer(reply, new Refusal('NOT_FOUND')))
}

function answer(reply: FastifyReply, { status, code, message, details }: Refusal) {
  reply.refusal = code
  const seconds = details.retryAfter ?? (status === 503 ? 5 : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message, code, issues: details.issues, data: details.data })
}

const IMAGE_REASONS = { unsupported: 'WRONG_KIND', corrupt: 'WRONG_KIND', 'too-large': 'TOO_LARGE' } as const

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ImageRejected) return new Refusal(IMAGE_REASONS[error.reason])
  if (error instanceof ImageStoreFull || error.code === 'ENOSPC') return new Refusal('DISK_FULL')
  if (error instanceof ImageStoreUnavailable) return new Refusal('UNAVAILABLE')
  return new Refusal(byDatabaseCode(error.code) ?? byStatus(error.statusCode))
}

/** PostgreSQL's codes that a request can cause; all others are outages or bugs. */
function byDatabaseCode(code: string | undefined): ErrorCode | undefined {
  if (code === '53100') return 'DISK_FULL'
  if (code === '23503') return 'NOT_FOUND'
  if (code === '22021' || code === '22P05') return 'BAD_INPUT'
}

function byStatus(status = 500): ErrorCode {
  if (status >= 500) return 'UNAVAILABLE'
  const code = (['NOT_FOUND', 'TOO_LARGE', 'WRONG_KIND', 'TOO_MANY'] as const).find(
    (name) => errors[name].status === status,
  )
  return code ?? 'BAD_INPUT'
}
