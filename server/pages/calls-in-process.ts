import type { FastifyInstance } from 'fastify'
import { bodyOf, refusalOf } from '../http/errors.ts'
import { discardProduction } from '../http/response-cache.ts'
import type { PublicCall } from '../http/serve.ts'

/** The application's request (`app/api/client.ts`). */
type ApiRequest = Parameters<PublicCall>[0] & { method: string; path: string }
export type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Makes the calls of pages in this process, like a visitor's requests. A page with a failed call isn't cached. */
export function callInProcess({ publicCalls, log }: FastifyInstance): Transport {
  return async ({ method, path, ...input }) => {
    const call = publicCalls.get(`${method} ${path}`)
    if (!call) throw new TypeError(`Pages can't make the call ${path}, which isn't public`)
    try {
      return { status: 200, body: await call(input) }
    } catch (error) {
      const refusal = refusalOf(error, log, { method, route: `/api${path}` })
      if (refusal.status >= 500) discardProduction()
      return { status: refusal.status, body: bodyOf(refusal) }
    }
  }
}
