import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses what another site made a browser send (design §3). A request that carries the cookie must carry its value in the
 * header too; one that a browser marks as cross-site is refused. A client without cookies has nothing to forge and passes.
 */
export function checkCsrf({ method, headers }: FastifyRequest) {
  if (method === 'GET') {
    // Some reads of the specification have effects: a browser's guess must not set them off.
    if (String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch'))
      throw new Refusal('CSRF')
    return
  }
  if (headers['sec-fetch-site'] === 'cross-site') throw new Refusal('CSRF')
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  if (cookie !== undefined && headers['x-xsrf-token'] !== decode(cookie)) throw new Refusal('CSRF')
}

function decode(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
