import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'

/** The target of a request: a call of the contract, or the pattern of a page or file. Never the URL, which may contain secrets. */
export type Target = { call: string } | { route: string }

/** An answered request, for log and metrics. */
type Answered = {
  requestId: string
  method: string
  target: Target
  status: number
  /** The code of a refusal. */
  code?: ErrorCode
  /** Milliseconds from the request to the end of its answer. */
  ms: number
  /** Whether the answer is a stream, which lasts as long as a client follows it. */
  isStream: boolean
}

const targetOf = ({ routeOptions: { config, url = 'none' } }: FastifyRequest): Target =>
  config.call ? { call: config.call } : { route: url }

/** Calls the listener after each answered request. To be called before the server listens. */
export function onAnswered(app: FastifyInstance, listener: (answered: Answered) => void) {
  app.addHook('onResponse', (request, reply, done) => {
    listener({
      requestId: request.id,
      method: request.method,
      target: targetOf(request),
      status: reply.statusCode,
      code: reply.refusal,
      ms: reply.elapsedTime,
      isStream: reply.getHeader('content-type') === 'text/event-stream',
    })
    done()
  })
}
