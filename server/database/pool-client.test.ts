import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { MAX_PREPARED } from './pool-client.ts'

const url = await createDatabaseUrl()
/** Opens a pool of one connection, so that every query sees its prepared statements. */
const open = () => openDatabase(url, { max: 1 })

type Prepared = { name: string; statement: string; uses: number }
const prepared = async (database: ReturnType<typeof open>) =>
  (
    await sql<Prepared>`select name, statement, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(
      database,
    )
  ).rows

test('a statement is prepared once, and used by each request', async () => {
  const database = open()
  const { send } = await createTestApp({}, database)
  const { id, token } = await makeUser(database)
  for (let times = 0; times < 5; times += 1)
    expect((await send(cartCalls.getCart, { params: { userId: id }, token })).status).toBe(200)
  const ofSessions = (await prepared(database)).filter(({ statement }) => statement.includes('from sessions'))
  expect(ofSessions).toMatchObject([{ uses: 5 }])
})

test('a connection prepares a bounded number of statements, and runs further ones unprepared', async () => {
  const database = open()
  for (let number = 0; number < MAX_PREPARED + 50; number += 1) {
    const { rows } = await sql`select ${sql.lit(number)}::int + ${1}::int as sum`.execute(database)
    expect(rows).toEqual([{ sum: number + 1 }])
  }
  expect(await prepared(database)).toHaveLength(MAX_PREPARED)
})

test('names are hashes of the text, the same on every connection', async () => {
  const nameOn = async (database: ReturnType<typeof open>) => {
    await sql`select ${1}::int as one`.execute(database)
    return (await prepared(database)).find(({ statement }) => statement === 'select $1::int as one')?.name
  }
  const name = await nameOn(open())
  expect(name).toMatch(/^b[0-9a-f]{24}$/)
  expect(await nameOn(open())).toBe(name)
})

test('a statement that fails leaves the connection as it was', async () => {
  const database = open()
  for (let times = 0; times < 2; times += 1) {
    await expect(sql`select nothing`.execute(database)).rejects.toMatchObject({ code: '42703' })
    await expect(sql`select 1 / ${0}::int`.execute(database)).rejects.toMatchObject({ code: '22012' })
    expect((await sql`select ${2}::int as two`.execute(database)).rows).toEqual([{ two: 2 }])
  }
})
