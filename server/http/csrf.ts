import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Refusal } from '../refusals/refusal.ts'

/**
 * Refuses requests that another site made a browser send (docs/product.md#csrf): cross-site ones, and ones whose header doesn't repeat
 * the cookie. A client without cookies passes, because a browser sends no session for it.
 */
export function checkCsrf({ method, headers }: FastifyRequest) {
  if (method === 'GET') {
    // Some GET calls of the contract change data: a browser's prefetch must not trigger them.
    if (String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch'))
      throw new Refusal('CSRF')
    return
  }
  if (headers['sec-fetch-site'] === 'cross-site') throw new Refusal('CSRF')
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  if (cookie !== undefined && headers['x-xsrf-token'] !== decode(cookie)) throw new Refusal('CSRF')
}

/** The CSRF check as a synchronous hook. */
export const checkCsrfAtOnce: onRequestHookHandler = (request, _reply, done) => {
  checkCsrf(request)
  done()
}

function decode(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
