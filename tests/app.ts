import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { userCalls } from '#contract/users.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type ConnectOptions, connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import { openImageStore } from '#server/images/open-store.ts'
import type { Services } from '#server/services.ts'
import { cleanUp } from './clean-up.ts'
import { failureLog } from './failure-log.ts'
import { query, withDatabaseName } from './postgres-server.ts'

type Answer<C extends Call> = {
  status: number
  headers: Record<string, unknown>
  /** The JSON of the answer, or of a refusal. */
  body: CallAnswer<C> & { message: string; code?: string; issues?: { path: string; message: string }[] }
}
/** Calls that take files get a form in place of the body. */
type Sent<C extends Call> = (C extends { upload: object }
  ? Omit<CallInput<C>, 'body'> & { form: FormData }
  : CallInput<C>) & {
  token?: string
  headers?: Record<string, string>
  /** The network address that the request comes from. */
  from?: string
}

export type TestApp = Services & {
  app: FastifyInstance
  /** Makes a call of the contract through the whole server, in process. */
  send: <C extends Call>(call: C, sent: Sent<C>) => Promise<Answer<C>>
}

/** The session that a login opened. A login that waits for a code of the second factor fails the test. */
export function sessionOf({ body }: { body: CallAnswer<typeof userCalls.login> }) {
  if (body.token === undefined) throw new Error('the login waits for a code')
  return body
}

let databases = 0

/** The address of a migrated, empty database, dropped after the test file. */
export async function createDatabaseUrl(): Promise<string> {
  const url = inject('postgresUrl')
  databases += 1
  const name = `${inject('template')}_${process.pid}_${databases}`
  // Nobody writes to the template, and its files are copied in a third of the time that logging each page takes.
  await query(url, `create database ${name} template ${inject('template')} strategy file_copy`)
  afterAll(() => query(url, `drop database ${name} with (force)`))
  return withDatabaseName(url, name)
}

/** The address of a database from `createDatabase`. */
export async function addressOf(database: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  return withDatabaseName(inject('postgresUrl'), rows[0]!.name)
}

/** A pool of connections to an address, closed after the test or the test file that opens it. */
export function openDatabase(url: string, options?: Partial<ConnectOptions>): Db {
  const database = connect(url, { onError: () => {}, ...options })
  cleanUp(() => database.destroy())
  return database
}

/** A migrated, empty database for the test file, dropped after it. */
export const createDatabase = async (): Promise<Db> => openDatabase(await createDatabaseUrl())

/**
 * The real server in process, with its own data folder and, if none is given, its own database. Call it at the top of a test
 * file.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  given?: Db,
  replica?: Db,
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  const config: Config = readConfig({ LIMIT_PER_ADDRESS: 'off', ...env, DATA_DIR: dataDir })
  const database = given ?? (await createDatabase())
  const images = await openImageStore(config)
  const logTo = failureLog()
  const app = await createApp({ config, database, replica, images, logTo })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true })
  })
  return { app, config, database, images, logTo, send: (call, sent) => send(app, call, sent) }
}

type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

async function send<C extends Call>(app: FastifyInstance, call: C, sent: Sent<C>): Promise<Answer<C>> {
  const { params, query, body, form } = sent as Parts
  const encoded = form && new Response(form)
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const answer = await app.inject({
    method: call.method,
    url: `/api${path}`,
    query: query as Record<string, string>,
    remoteAddress: sent.from,
    headers: {
      ...(sent.token && { 'x-access-token': sent.token }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
      ...sent.headers,
    },
    payload: encoded ? Buffer.from(await encoded.arrayBuffer()) : (body as object),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const content: unknown = isJson ? answer.json() : answer.rawPayload
  return { status: answer.statusCode, headers: answer.headers, body: content as Answer<C>['body'] }
}
