import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { makeCategory } from '#tests/factories.ts'
import { inTransaction } from './in-transaction.ts'
import type { Tx } from './schema.ts'

const database = await createDatabase()

const rename = (tx: Tx, id: string, name: string) =>
  tx.updateTable('categories').set({ name }).where('id', '=', id).execute()
const nameOf = async (id: string) =>
  (await database.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('two transactions in a deadlock both succeed: PostgreSQL ends one, which is run again', async () => {
  const [one, other] = [await makeCategory(database, 'Uno'), await makeCategory(database, 'Otro')]
  const bothLocked = Promise.withResolvers<void>()
  let locked = 0
  let attempts = 0
  const renameBoth = (first: string, second: string, name: string) =>
    inTransaction(database, async (tx) => {
      attempts += 1
      await rename(tx, first, `${name} 1`)
      locked += 1
      if (locked === 2) bothLocked.resolve()
      await bothLocked.promise
      await rename(tx, second, `${name} 2`)
    })
  await Promise.all([renameBoth(one, other, 'A'), renameBoth(other, one, 'B')])
  // On a busy machine PostgreSQL may end both, more than once.
  expect(attempts).toBeGreaterThan(2)
  expect([
    ['A 1', 'A 2'],
    ['B 2', 'B 1'],
  ]).toContainEqual([await nameOf(one), await nameOf(other)])
})

test('a serialization failure is run again, three times at most', async () => {
  const id = await makeCategory(database, 'Serie')
  let attempts = 0
  const renameAfter = (othersChanges: number) =>
    inTransaction(database, async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`select from categories`.execute(tx)
      attempts += 1
      if (attempts <= othersChanges)
        await database
          .updateTable('categories')
          .set({ name: `Ajeno ${attempts}` })
          .where('id', '=', id)
          .execute()
      await rename(tx, id, 'Propio')
    })
  await renameAfter(2)
  expect([attempts, await nameOf(id)]).toEqual([3, 'Propio'])

  attempts = 0
  await expect(renameAfter(3)).rejects.toMatchObject({ code: '40001' })
  expect([attempts, await nameOf(id)]).toEqual([3, 'Ajeno 3'])
})

test('any other error is thrown at once, and nothing is written', async () => {
  const id = await makeCategory(database, 'Intacta')
  let attempts = 0
  const failing = inTransaction(database, async (tx) => {
    attempts += 1
    await rename(tx, id, 'Cambiada')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([attempts, await nameOf(id)]).toEqual([1, 'Intacta'])
})
