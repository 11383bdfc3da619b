import type { FastifyInstance } from 'fastify'
import { discardProduction } from '../http/response-cache.ts'

/** A call as the application makes it (`app/api/client.ts`). */
type ApiRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: unknown
}
export type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Makes the calls of pages in this process, like requests of a visitor. A page of which a call failed isn't cached. */
export function callInProcess(app: FastifyInstance): Transport {
  return async ({ method, url, headers, body }) => {
    const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
    const status = answer.statusCode
    if (status >= 500 || status === 429) discardProduction()
    return { status, body: answer.json() }
  }
}
