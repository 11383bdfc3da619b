import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { z } from 'zod'
import { type Call, type CallAnswer, type CallOutput, paramsOf } from '#contract/call.ts'
import { message } from '#contract/fields.ts'
import type { Db } from '../database/schema.ts'
import { invalidFields, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { checkCsrf, checkCsrfAtOnce, readSession, requireSession } from './access.ts'
import { keyIn, type Machine, requireKey } from './connection-keys.ts'
import { findDevice } from './device-cookies.ts'
import { jsonHeaders } from './json-headers.ts'
import {
  countAttempt,
  countedAddress,
  countsDevices,
  type LimitSubject,
  uncountAttempt,
} from './rate-limits.ts'
import { readFromReplica } from './read-from-replica.ts'
import { callName } from './request-log.ts'
import type { PublicResponse, ResponseCache } from './response-cache.ts'
import type { FoundSession, Session } from './sessions.ts'
import { findSubject } from './tokens.ts'
import { readUpload, routeUpload, type UploadedFile } from './uploads.ts'

/** The author of a call, a user at a network address. */
export type StaffActor = { userId: string; address: string }
/** The author of a call, a connected system at a network address. */
export type MachineActor = Machine & { address: string }

/** The handler's argument: the parsed parts of the call, its files and its session. */
export type CallContext<C extends Call> = CallOutput<C> & {
  /**
   * The session. Where access is `everyone`, a function that reads it; an invalid token counts as no session. A connected system has a
   * session with its key's id and an administrator's role.
   */
  session: C['access'] extends 'everyone' ? () => Promise<Session | null> : FoundSession
  /** The actor for the audit; absent where access is `everyone`. */
  actor: C['access'] extends 'everyone'
    ? undefined
    : C extends { scopes: readonly string[] }
      ? StaffActor | MachineActor
      : StaffActor
  /** The subject of the call's limit, so that a handler can forgive attempts. */
  limitSubject: LimitSubject
  /** The uploaded files: at least one if the call requires it. */
  files: UploadedFile[]
  /** The database to read from: possibly the replica for a visitor's call with `cache: 'public'`. */
  reader: Db
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<C['answer'] extends z.ZodType ? CallAnswer<C> : FastifyReply>

/** A call that a page makes in the same process, with the parameters as texts. Returns a visitor's answer, or rejects with the error. */
export type PublicCall = (input: {
  params: Record<string, string>
  query: Record<string, string>
}) => Promise<unknown>

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls with `cache: 'public'` by method and path. */
    publicCalls: Map<string, PublicCall>
  }
  interface FastifyRequest {
    /** Results of a call's checks, for its handler; null before the checks. */
    session: FoundSession | null
    machine: Machine | null
    limitSubject: LimitSubject | null
    uploads: UploadedFile[] | null
  }
}

type Options = {
  /** `public`: requests without a token share one response for a second ({@link ResponseCache}). */
  cache?: 'public'
}

/** Registers a call of the contract. The response is serialised by the call's schema, so that no undeclared field is sent. */
export type Serve = <C extends Call>(call: C, handler: Handler<C>, options?: Options) => void

const JSON_TYPE = 'application/json; charset=utf-8'
const PRIVATE_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
const PUBLIC_HEADERS = { ...jsonHeaders, 'content-type': JSON_TYPE, 'cache-control': 'public, no-cache' }

export function createServe(
  app: FastifyInstance,
  { database, replica, config }: Services,
  cache: ResponseCache,
): Serve {
  const read = readFromReplica(database, replica)
  app.decorate('publicCalls', new Map())
  for (const found of ['session', 'machine', 'limitSubject', 'uploads'] as const)
    app.decorateRequest(found, null)
  const address = (request: FastifyRequest) =>
    config.limitPerAddress ? countedAddress(request.ip) : undefined

  return (call, handler, options = {}) => {
    const { access, answer, limit, scopes, upload } = call
    const paramsSchema = paramsOf(call)
    const isRead = access === 'everyone' && call.method === 'GET'
    const isStaffWrite =
      (access === 'staff' || access === 'administrator') && (call.method === 'POST' || answer === message)
    const count = async (subject: LimitSubject) => {
      if (limit) await countAttempt(database, limit, subject)
    }

    const subjectOf = async (
      request: FastifyRequest,
      account: string | undefined,
    ): Promise<LimitSubject> => ({
      account,
      address: address(request),
      device: limit && countsDevices(limit) ? await findDevice(database, request, account) : undefined,
    })

    const admit = async (request: FastifyRequest) => {
      const key = access === 'everyone' ? undefined : keyIn(request)
      if (key !== undefined) {
        request.machine = await requireKey(database, key, scopes)
        const { keyId: userId } = request.machine
        request.session = { userId, role: 'Administrador', mustSetUp: false, needsCode: false }
        return
      }
      checkCsrf(request)
      if (access !== 'everyone') {
        const session = await requireSession(database, request, { ...call, access })
        request.session = session
        request.limitSubject = await subjectOf(request, session.userId)
        await count(request.limitSubject)
      } else if (upload) {
        // The address is counted before the body is read, because receiving files is expensive.
        await count({ address: address(request) })
      }
    }

    const receiveFiles = async (request: FastifyRequest) => {
      const { fields, files } = await readUpload(request, upload!)
      request.body = fields
      request.uploads = files
    }

    /** Counts a visitor after the validation, because the account is the e-mail or the ticket's user of a valid body. */
    const countVisitor = async (request: FastifyRequest) => {
      const ticket = textIn(request.body, 'ticket')
      const account =
        limit === 'secondFactor' && ticket
          ? await findSubject(database, 'login-ticket', ticket)
          : textIn(request.body, 'email')
      const subject = await subjectOf(request, account)
      request.limitSubject = subject
      await count({ ...subject, address: upload ? undefined : subject.address })
    }

    const act = (request: FastifyRequest, reply: FastifyReply) => {
      const { session, machine, limitSubject, uploads, params, query, body } = request
      const context = {
        ...{ params, query, body, request, reply, reader: database },
        session: session ?? (() => readSession(database, request)),
        actor: session && { ...(machine ?? { userId: session.userId }), address: request.ip },
        limitSubject: limitSubject ?? { address: address(request) },
        files: uploads ?? [],
      }
      return handler(context as unknown as CallContext<typeof call>)
    }

    const present = (value: unknown) => JSON.stringify((answer as z.ZodType).parse(value))

    /** The key of a visitor's answer in the cache, and the function that produces the answer. */
    const forVisitor = (params: unknown, query: unknown): [string, () => Promise<PublicResponse>] => {
      const visitor = { params, query, session: async () => null }
      const produce = async () => {
        const value = await read((reader) =>
          handler({ ...visitor, reader } as unknown as CallContext<typeof call>),
        )
        return { status: 200, headers: PUBLIC_HEADERS, body: present(value) }
      }
      return [JSON.stringify([call.method, call.path, params, query]), produce]
    }

    const respondToVisitor: RouteHandlerMethod = (request, reply) =>
      cache.send(request, reply, ...forVisitor(paramsSchema && request.params, call.query && request.query))

    const isPublic = options.cache === 'public'
    const answerFromCache: onRequestHookHandler = (request, reply, done) => {
      if (!isVisitor(request) || !cache.answerFromCache(request, reply)) done()
    }

    if (isPublic)
      app.publicCalls.set(`${call.method} ${call.path}`, async ({ params, query }) => {
        const { body } = await cache.get(
          ...forVisitor(readPart(paramsSchema, params), readPart(call.query, query)),
        )
        return JSON.parse(body.toString())
      })

    const respond: RouteHandlerMethod = async (request, reply) => {
      const value = await act(request, reply).catch(async (error: unknown) => {
        // TOO_MANY means that a full queue kept the handler from examining the attempt.
        if (limit && error instanceof Refusal && error.code === 'TOO_MANY')
          await uncountAttempt(database, limit, request.limitSubject ?? {})
        throw error
      })
      if (typeof answer === 'string') return value
      if (isStaffWrite) cache.clear()
      return reply
        .code(call.status ?? 200)
        .headers(PRIVATE_HEADERS)
        .send(present(value))
    }

    const route: RouteOptions = {
      method: call.method,
      url: `/api${call.path}`,
      config: { call: callName(call) },
      schema: {
        ...(paramsSchema && { params: paramsSchema }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
      },
      onRequest: isRead ? [checkCsrfAtOnce, ...(isPublic ? [answerFromCache] : [])] : admit,
      ...(upload && { preValidation: receiveFiles }),
      ...(limit && access === 'everyone' && { preHandler: countVisitor }),
      handler(request, reply) {
        const answered = isPublic && isVisitor(request) ? respondToVisitor : respond
        return answered.call(this, request, reply)
      },
    }
    if (upload) routeUpload(app, route)
    else app.route(route)
  }
}

const isVisitor = ({ headers }: FastifyRequest) => headers['x-access-token'] === undefined

/** A text field of a parsed body. */
function textIn(body: unknown, field: 'email' | 'ticket'): string | undefined {
  const value = (body as Record<string, unknown> | null | undefined)?.[field]
  return typeof value === 'string' ? value : undefined
}

/** Fastify's validator compiler: checks a part of a request by its zod schema. */
export function checkBySchema(schema: unknown) {
  return (value: unknown) => {
    try {
      const { data, error } = (schema as z.ZodType).safeParse(value)
      return error ? { error: invalidFields(error) } : { value: data }
    } catch (error) {
      // zod compares the length of whatever has one, and that of `{"length":{"toString":1}}` can't be compared.
      if (!String(error).includes('object to primitive value')) throw error
      return { error: new Refusal('BAD_INPUT') }
    }
  }
}

/** A part of a request, parsed; undefined where the call has no such part. */
function readPart(schema: z.ZodType | undefined, part: unknown): unknown {
  if (!schema) return undefined
  const { value, error } = checkBySchema(schema)(part)
  if (error) throw error
  return value
}
