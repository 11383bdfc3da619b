import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Call, CallAnswer, CallOutput } from '#contract/call.ts'
import { message } from '#contract/fields.ts'
import type { Db } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { readSession, requireSession } from './access.ts'
import { answerWriter } from './answer-writer.ts'
import { countedAddress } from './client-address.ts'
import { checkCsrf, checkCsrfAtOnce } from './csrf.ts'
import { EncodedBody } from './encoded-body.ts'
import { jsonHeaders } from './json-headers.ts'
import { findDevice } from './known-devices.ts'
import { PublicAnswer } from './public-answer.ts'
import type { PublicChanges } from './public-changes.ts'
import { countAttempt, type LimitSubject, takeBackAttempt } from './rate-limits.ts'
import { readFromReplica } from './read-from-replica.ts'

import { invalidFields, Refusal } from './refusal.ts'
import { callName } from './request-log.ts'
import type { ResponseCache } from './response-cache.ts'
import { sendPrivate, sendPublic } from './send-answer.ts'
import type { Session } from './sessions.ts'
import { showsReplica } from './shown.ts'
import { readUpload, routeUpload, type UploadedFile } from './uploads.ts'

/** The handler's argument: the parsed parts of the call, its files and its session. */
export type CallContext<C extends Call> = CallOutput<C> & {
  /** A function where access is `everyone`: it reads the session when called, and an invalid token counts as none. */
  session: C['access'] extends 'everyone' ? () => Promise<Session | null> : Session
  /** Who makes the call, for the audit; absent where access is `everyone`. */
  actor: C['access'] extends 'everyone' ? undefined : { userId: string; address: string }
  /** The subject that was counted for the call's limit, so that a handler can forgive its attempts. */
  limitSubject: LimitSubject
  /** At least one file where the call requires it. */
  files: UploadedFile[]
  /** The database to read for the answer: for a visitor's call with `cache: 'public'` it may be the replica. */
  reader: Db
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<C['answer'] extends z.ZodType ? CallAnswer<C> : FastifyReply>

/** A public call made inside the server: its input as in a URL, and that URL. Throws what the handler throws. */
type PublicCall = (input: PublicInput) => Promise<unknown>
export type PublicInput = { url: string; params?: Record<string, unknown>; query?: Record<string, unknown> }

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls with `cache: 'public'` by method and path (`GET /products/:id`), for pages: without an HTTP request in between. */
    publicCalls: Map<string, PublicCall>
  }
  interface FastifyRequest {
    /** The results of the checks of a call, for its handler; null before them. */
    session: Session | null
    limitSubject: LimitSubject | null
    uploads: UploadedFile[] | null
  }
}

type Options = {
  /**
   * `public`: requests without a token share one response ({@link ResponseCache}) until something changes that the handler says
   * it shows (`shown.ts`), or for a second when it says nothing.
   */
  cache?: 'public'
}

/** Registers a call of the contract. The response is written by the call's schema, so that no undeclared field is sent. */
export type Serve = <C extends Call>(call: C, handler: Handler<C>, options?: Options) => void

export function createServe(
  app: FastifyInstance,
  { database, replica, config }: Services,
  changes: PublicChanges,
  cache: ResponseCache<PublicAnswer>,
): Serve {
  const read = readFromReplica(database, replica)
  const readPublic = (produce: (reader: Db) => Promise<PublicAnswer>) =>
    read((reader) => {
      if (reader === replica) showsReplica()
      return produce(reader)
    })
  app.decorate('publicCalls', new Map())
  for (const found of ['session', 'limitSubject', 'uploads'] as const) app.decorateRequest(found, null)
  return (call, handler, options = {}) => {
    const { access, answer, limit, upload } = call
    // Staff see their changes at once, and everybody the others within a moment.
    const showsAtOnce =
      (access === 'staff' || access === 'administrator') && (call.method === 'POST' || answer === message)
    const isCacheable = (request: FastifyRequest) =>
      options.cache === 'public' && request.headers['x-access-token'] === undefined
    const address = (request: FastifyRequest) =>
      config.limitPerAddress ? countedAddress(request.ip) : undefined
    const count = async (subject: LimitSubject) => {
      if (limit) await countAttempt(database, limit, subject)
    }

    const admit = async (request: FastifyRequest) => {
      checkCsrf(request)
      if (access !== 'everyone') {
        const session = await requireSession(database, request, access)
        request.session = session
        request.limitSubject = { account: session.userId, address: address(request) }
        if (limit) await count(request.limitSubject)
      } else if (upload) {
        // Before the body is read: receiving files is expensive.
        await count({ address: address(request) })
      }
    }

    const callHandler = (request: FastifyRequest, reply: FastifyReply, reader: Db) => {
      const session = request.session ?? undefined
      const context = {
        params: request.params,
        query: request.query,
        body: request.body,
        session: session ?? (() => readSession(database, request)),
        actor: session && { userId: session.userId, address: request.ip },
        limitSubject: request.limitSubject ?? {},
        files: request.uploads ?? [],
        reader,
        request,
        reply,
      }
      const answered = handler(context as unknown as CallContext<typeof call>)
      if (!limit) return answered
      return answered.catch(async (error: unknown) => {
        // The handler was too busy to examine the attempt (a queue was full).
        if (error instanceof Refusal && error.code === 'TOO_MANY')
          await takeBackAttempt(database, limit, request.limitSubject ?? {})
        throw error
      })
    }
    const write = typeof answer === 'string' ? noJson : answerWriter(answer)

    const target = { call: callName(call)! }
    const encodePublic = (value: unknown) =>
      new PublicAnswer({
        target,
        status: 200,
        headers: () => PUBLIC_HEADERS,
        body: new EncodedBody(write(value)),
      })

    /** The answer to visitors. It lives with the cached entry, so that it has the input and not the request. */
    const answerPublic = (input: { params: unknown; query: unknown }) =>
      readPublic(async (reader) => {
        const context = { ...input, session: async () => null, reader }
        return encodePublic(await handler(context as unknown as CallContext<typeof call>))
      })

    const respond: RouteHandlerMethod = async (request, reply) => {
      if (typeof answer === 'string') return callHandler(request, reply, database)
      if (isCacheable(request)) {
        const { params, query } = request
        const found = await cache.get(request.url, () => answerPublic({ params, query }))
        return sendPublic(request, reply, found)
      }
      const text = write(await callHandler(request, reply, database))
      if (showsAtOnce) changes.expire()
      return sendPrivate(request, reply, { status: call.status ?? 200, headers: PRIVATE_HEADERS, text })
    }

    const route: RouteOptions = {
      method: call.method,
      url: `/api${call.path}`,
      config: { call: callName(call) },
      schema: {
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
      },
      onRequest: access === 'everyone' && call.method === 'GET' ? checkCsrfAtOnce : admit,
      ...(upload && {
        preValidation: async (request: FastifyRequest) => {
          const { fields, files } = await readUpload(request, upload)
          request.body = fields
          request.uploads = files
        },
      }),
      ...(limit &&
        access === 'everyone' && {
          // After validation: without a session the account is the e-mail of a valid body.
          preHandler: async (request: FastifyRequest) => {
            const email = emailIn(request.body)
            const device = limit === 'login' ? await findDevice(database, request, email) : undefined
            const subject = { account: email, address: address(request), device }
            request.limitSubject = subject
            await count({ ...subject, address: upload ? undefined : subject.address })
          },
        }),
      handler: respond,
    }
    if (upload) routeUpload(app, route)
    else app.route(route)

    if (options.cache === 'public')
      app.publicCalls.set(`${call.method} ${call.path}`, async ({ url, params, query }) => {
        const produce = async () =>
          answerPublic({ params: parsePart(call.params, params), query: parsePart(call.query, query) })
        const { body } = await cache.get(url, produce)
        return JSON.parse((await body!.form('identity')).toString())
      })
  }
}

/** Parses a part of an input as it would arrive in a URL: as texts, without what is empty. */
function parsePart(schema: z.ZodType | undefined, part: Record<string, unknown> = {}): unknown {
  if (!schema) return undefined
  const texts = Object.entries(part).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const { data, error } = schema.safeParse(Object.fromEntries(texts))
  if (error) throw invalidFields(error)
  return data
}

const jsonAnswer = (cacheControl: string) =>
  Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    ...jsonHeaders,
  }).flat()
const PRIVATE_HEADERS = jsonAnswer('no-store')
const PUBLIC_HEADERS = jsonAnswer('public, no-cache')

const noJson = (): never => {
  throw new TypeError('The answer is a file')
}

const emailIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined

/** Fastify's validator compiler: checks a part of a request by its zod schema. */
export function checkBySchema(schema: unknown) {
  return (value: unknown) => {
    const { data, error } = (schema as z.ZodType).safeParse(value)
    return error ? { error: invalidFields(error) } : { value: data }
  }
}
