import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabaseUrl, openDatabase } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { batched } from './batched.ts'
import type { Db } from './schema.ts'
import { run, runAfter, statement } from './statement.ts'

const url = await createDatabaseUrl()
/** One connection, so that each query meets what the one before left. */
const database = openDatabase(url, { max: 1 })
const other = openDatabase(url)

const LOCK = statement<never>()`select from users where id = ${'id'} for no key update`
const NAME = statement<{ name: string }>()`select name from users where id = ${'id'}`
const RENAME = statement<{ name: string }>()`
  update users set name = ${'name'} where id = ${'id'} and name <> ${'name'} returning name`

test('a name that occurs twice is one parameter, and a transaction is used', async () => {
  const { id } = await makeUser(other)
  expect(RENAME.text).toContain('set name = $1 where id = $2 and name <> $1')
  const undone = database.transaction().execute(async (tx) => {
    expect(await run(tx, RENAME, { id, name: 'Eva' })).toEqual([{ name: 'Eva' }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await run(database, NAME, { id })).toEqual([{ name: 'Ana' }])
})

test('the second statement sees what was committed while the first one waited', async () => {
  const { id } = await makeUser(other)
  let reading: Promise<{ name: string }[]> | undefined
  await other.transaction().execute(async (tx) => {
    await run(tx, RENAME, { id, name: 'Eva' })
    reading = runAfter(database, LOCK, NAME, { id })
    await expect.poll(() => lockWaits(other)).toBe(1)
  })
  expect(await reading).toEqual([{ name: 'Eva' }])
})

test.each([
  ['first', statement<never>()`select from users where 1 / ${'zero'}::int = 1 and id = ${'id'}`, NAME],
  [
    'first, before it is prepared',
    statement<never>()`select from users where id = ${'id'} and nothing`,
    NAME,
  ],
  ['second', LOCK, statement<never>()`select name from users where id = ${'id'} and 1 / ${'zero'}::int = 1`],
  ['second, before it is prepared', LOCK, statement<never>()`select nothing from users where id = ${'id'}`],
])('when the %s statement fails, the connection goes on, again and again', async (_, first, second) => {
  const { id } = await makeUser(other)
  for (let times = 0; times < 2; times += 1) {
    await expect(runAfter(database, first, second, { id, zero: '0' })).rejects.toThrow(/zero|nothing/)
    expect(await runAfter(database, LOCK, RENAME, { id, name: `Eva ${times}` })).toHaveLength(1)
    expect(await runAfter(database, LOCK, NAME, { id })).toEqual([{ name: `Eva ${times}` }])
  }
})

test('both are rolled back together', async () => {
  const { id } = await makeUser(other)
  const rename = statement<never>()`update users set name = 'Eva' where id = ${'id'}`
  const fail = statement<never>()`select 1 / ${'zero'}::int`
  await expect(runAfter(database, rename, fail, { id, zero: '0' })).rejects.toThrow('zero')
  expect(await run(database, NAME, { id })).toEqual([{ name: 'Ana' }])
})

test('a deadlock is run again', async () => {
  const [one, another] = [await makeUser(other), await makeUser(other)]
  let repeated: Promise<{ name: string }[]> | undefined
  const lockSecond = statement<{ name: string }>()`
    select name from users where id = ${'second'} for no key update`
  await other.transaction().execute(async (tx) => {
    // This side waits longer, so that the other one is rolled back.
    await sql`set local deadlock_timeout = '10s'`.execute(tx)
    await run(tx, LOCK, { id: another.id })
    const locked = runAfter(database, LOCK, lockSecond, { id: one.id, second: another.id })
    await expect.poll(() => lockWaits(other)).toBe(1)
    await run(tx, LOCK, { id: one.id })
    repeated = locked
  })
  expect(await repeated).toEqual([{ name: 'Ana' }])
})

test('those who ask while a look-up waits for a connection share its statement, later ones begin another', async () => {
  const [one, another] = [await makeUser(other), await makeUser(other, { name: 'Eva' })]
  const names = statement<{
    id: string
    name: string
  }>()`select id, name from users where id = any(${'ids'}::uuid[])`
  const looked: string[][] = []
  const findName = batched(async (run, ids: string[]) => {
    looked.push(ids)
    return new Map((await run(names, { ids })).map(({ id, name }) => [id, name]))
  })
  let found: Promise<(string | undefined)[]> | undefined
  await database.transaction().execute(async () => {
    const first = findName(database, one.id)
    await nextTurn()
    await nextTurn()
    found = Promise.all([first, findName(database, another.id), findName(database, one.id)])
  })
  expect(await found).toEqual(['Ana', 'Eva', 'Ana'])
  expect(await findName(database, one.id)).toBe('Ana')
  expect(looked).toEqual([[one.id, another.id], [one.id]])
})

async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
