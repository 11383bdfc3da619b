import type { FastifyInstance } from 'fastify'
import { discardProduction } from '../http/response-cache.ts'

/** The application's request (`app/api/client.ts`). */
type ApiRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: unknown
}
export type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Makes the calls of pages in this process, like a visitor's requests. A page with a failed call isn't cached. */
export function callInProcess(app: FastifyInstance): Transport {
  return async ({ method, url, headers, body }) => {
    const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
    const status = answer.statusCode
    if (status >= 500 || status === 429) discardProduction()
    return { status, body: answer.json() }
  }
}
