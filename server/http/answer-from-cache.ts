import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Answered } from './answered.ts'
import type { Prepared, PublicAnswer } from './public-answer.ts'
import { requestIdOf } from './request-log.ts'
import type { ResponseCache } from './response-cache.ts'
import { writePrepared } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cachedAnswers: CachedAnswers
  }
}

type Cache = ResponseCache<PublicAnswer>

/**
 * Answers from the response caches before Fastify: routing, hooks and its request and reply cost several times what sending a
 * known answer does. Whatever isn't cached, or needs more than that, is left to Fastify.
 */
export class CachedAnswers {
  /** Answers of calls, for requests without a token. */
  calls: Cache | undefined
  /** Pages, which are the same with and without a session. */
  pages: Cache | undefined
  /** Aborted when connections are to be closed with their next answer, which Fastify does. */
  draining: AbortSignal | undefined
  /** Called after each request that was answered here. */
  readonly listeners: ((answered: Answered) => void)[] = []

  /** Fastify's own server, with its options, but for the requests that are answered here. */
  readonly serverFactory: FastifyServerFactory<Server> = (handler, { keepAliveTimeout, requestTimeout }) =>
    createServer({ keepAliveTimeout, requestTimeout } as ServerOptions, (request, response) => {
      if (!this.#answer(request, response)) handler(request, response)
    })

  /** Whether the request is answered, or will be. */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now()
    const answer = this.draining?.aborted ? undefined : this.#find(request)
    if (!answer) return false
    const prepared = answer.for(request)
    const send = (ready: Prepared) => {
      const requestId = requestIdOf(request)
      if (this.listeners.length > 0)
        response.once('finish', () => {
          const answered = {
            requestId,
            method: request.method!,
            target: answer.target,
            status: ready.status,
            ms: performance.now() - startedAt,
            isStream: false,
          }
          for (const listener of this.listeners) listener(answered)
        })
      writePrepared(response, requestId, ready)
    }
    if (prepared instanceof Promise) prepared.then(send, () => response.destroy())
    else send(prepared)
    return true
  }

  #find({ method, url = '', headers }: IncomingMessage): PublicAnswer | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (!url.startsWith('/api/')) return this.pages?.find(url)
    return method === 'GET' && headers['x-access-token'] === undefined ? this.calls?.find(url) : undefined
  }
}
