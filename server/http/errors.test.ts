import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestApp } from '#tests/app.ts'

const { app, database } = await createTestApp()

/** Gets the message and the stack of each logged error. */
const logged = vi.fn()
app.addHook('onRequest', async (request) => {
  vi.spyOn(request.log, 'error').mockImplementation((fields: unknown, message?: string) =>
    logged(message, (fields as { err: Error }).err.stack),
  )
})

const failures: Record<string, () => Promise<unknown>> = {
  'a TypeError': async () => (undefined as unknown as string).length,
  'an answer that misses its schema': async () => z.object({ name: z.string() }).parse({}),
  'a violated check (23514)': () => sql`insert into categories (name) values ('all')`.execute(database),
  'a number out of range (22003)': () => sql`select ${'9999999999'}::text::int`.execute(database),
  'a table that is missing (42P01)': () => sql`select from nowhere`.execute(database),

  'a statement that takes too long (57014)': () =>
    database.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 1`.execute(tx)
      await sql`select pg_sleep(10)`.execute(tx)
    }),
  'a lock that takes too long (55P03)': () =>
    database.transaction().execute(async (holder) => {
      await sql`lock table carousel_images`.execute(holder)
      await database.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = 1`.execute(tx)
        await sql`lock table carousel_images`.execute(tx)
      })
    }),
  'a connection ended by the operator (57P01)': () =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(database),
  'a failing disk (58030)': () =>
    sql`do $$ begin raise exception 'could not read block' using errcode = '58030'; end $$`.execute(database),
  'too many connections (53300)': () =>
    sql`do $$ begin raise exception 'full' using errcode = '53300'; end $$`.execute(database),
  'a deadlock (40P01)': () =>
    sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(database),
}
const names = Object.keys(failures)
app.get<{ Params: { index: string } }>('/api/test/:index', ({ params }) =>
  failures[names[Number(params.index)]!]!(),
)

const fail = async (name: string) => {
  logged.mockClear()
  const answer = await app.inject({ url: `/api/test/${names.indexOf(name)}` })
  const { message, code } = answer.json()
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], message, code }
}

test.each(names.slice(0, 5))(
  '%s is answered as a bug: 500 without Retry-After, logged with its stack',
  async (name) => {
    expect(await fail(name)).toEqual({
      status: 500,
      code: 'INTERNAL',
      message: 'Ocurrió un error inesperado. Si se repite, avisa a la farmacia.',
      retryAfter: undefined,
    })
    expect(logged).toHaveBeenCalledExactlyOnceWith('internal error', expect.stringMatching(/\n\s+at /))
  },
)

test.each(names.slice(5))('%s is answered as an outage: 503 with Retry-After', async (name) => {
  expect(await fail(name)).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: '5' })
  expect(logged).toHaveBeenCalledExactlyOnceWith('request failed', expect.anything())
})
