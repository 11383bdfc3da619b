import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { z } from 'zod'
import type { Call, CallAnswer, CallOutput, Upload } from '#contract/call.ts'
import { message } from '#contract/fields.ts'
import type { Services } from '../services.ts'
import { readSession, requireSession } from './access.ts'
import { checkCsrf } from './csrf.ts'
import { EncodedBody, sendBody, sendWithEtag } from './encoded-body.ts'
import { countAttempt, type LimitSubject } from './rate-limits.ts'
import { Refusal } from './refusal.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Session } from './sessions.ts'
import { readUpload, type UploadedFile } from './uploads.ts'

/** What a handler gets: the parts of the call, parsed, and who makes it. */
export type CallContext<C extends Call> = CallOutput<C> & {
  /** Where anyone may call, the session is looked up only when asked for, and a stale token is no token. */
  session: C['access'] extends 'everyone' ? () => Promise<Session | null> : Session
  /** Whom the limits count, to be completed with the account. */
  attempt: LimitSubject
  /** The files of a call that takes some; at least one where it is required. */
  files: UploadedFile[]
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends Call> = (
  incoming: CallContext<C>,
) => Promise<C['answer'] extends z.ZodType ? CallAnswer<C> : FastifyReply>

type Options = {
  /** Keep the answer for a moment, for all who ask the same without a token ({@link ResponseCache}). */
  kept?: boolean
}

/** Registers a call of the contract. Its answer is written through its schema, so that nothing unnamed leaves. */
export type Serve = <C extends Call>(call: C, handler: Handler<C>, options?: Options) => void

export function createServe(
  app: FastifyInstance,
  { database, config }: Services,
  kept: ResponseCache<EncodedBody>,
): Serve {
  return (call, handler, options = {}) => {
    const { access, answer } = call
    // Staff see at once what they changed; shoppers' orders show in the next second's answers.
    const changesCatalog =
      (access === 'staff' || access === 'administrator') && (call.method === 'POST' || answer === message)
    const sessions = new WeakMap<FastifyRequest, Session>()
    const uploads = new WeakMap<FastifyRequest, UploadedFile[]>()
    const attemptOf = (request: FastifyRequest) => (config.limitPerAddress ? { address: request.ip } : {})

    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      const incoming = {
        params: request.params,
        query: request.query,
        body: request.body,
        session: sessions.get(request) ?? (() => readSession(database, request)),
        attempt: attemptOf(request),
        files: uploads.get(request) ?? [],
        request,
        reply,
      }
      return handler(incoming as unknown as CallContext<typeof call>)
    }
    const write = (value: unknown) => new EncodedBody(JSON.stringify((answer as z.ZodType).parse(value)))

    const respond: RouteHandlerMethod = async (request, reply) => {
      if (typeof answer === 'string') return run(request, reply)
      reply.type(JSON_TYPE)
      if (options.kept && request.headers['x-access-token'] === undefined) {
        const body = await kept.get(request.url, async () => write(await run(request, reply)))
        return sendPublic(request, reply, body)
      }
      const body = write(await run(request, reply))
      if (changesCatalog) kept.clear()
      return sendBody(request, reply.code(call.status ?? 200).header('cache-control', 'no-store'), body)
    }

    app.route({
      method: call.method,
      url: `/api${call.path}`,
      schema: {
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
      },
      onRequest: async (request, reply) => {
        const known =
          options.kept && request.headers['x-access-token'] === undefined && kept.find(request.url)
        if (known) return sendPublic(request, reply, known)
        checkCsrf(request)
        if (access === 'everyone') {
          if (call.upload && call.limit) await countAttempt(database, call.limit, attemptOf(request))
          return
        }
        const session = await requireSession(database, request, access)
        sessions.set(request, session)
        // Before the body is read: files are what costs.
        if (call.limit === 'uploads') {
          await countAttempt(database, 'uploads', { ...attemptOf(request), account: session.userId })
        }
      },
      ...(call.upload && {
        preValidation: async (request: FastifyRequest) => {
          const { fields, files } = await readUpload(request, call.upload as Upload)
          request.body = fields
          uploads.set(request, files)
        },
      }),
      handler: respond,
    })
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const sendPublic = (request: FastifyRequest, reply: FastifyReply, body: EncodedBody) =>
  sendWithEtag(request, reply.type(JSON_TYPE).header('cache-control', 'public, no-cache'), body)

/** Checks a part of a request by its schema; Fastify's hook for it. Bad input becomes a refusal that names each field. */
export function checkBySchema(schema: unknown) {
  return (value: unknown) => {
    const { data, error } = (schema as z.ZodType).safeParse(value)
    if (!error) return { value: data }
    const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    return { error: new Refusal('BAD_INPUT', { issues }) }
  }
}
