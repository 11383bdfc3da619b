import type { FastifyRequest } from 'fastify'

/** The maximum length of an idempotency key; the rest is ignored. */
const MAX_KEY_LENGTH = 200

/** The header `Idempotency-Key`, which identifies a repeated request; null without one. */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY_LENGTH) : null
}
