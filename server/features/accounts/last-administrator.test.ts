import { beforeEach, expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { erasePerson } from '../people-data/erase-person.ts'
import { disableAccount, enableAccount } from './disable-account.ts'

const { database, images, config, send } = await createTestApp()
const { dataDir } = config

type Admin = Awaited<ReturnType<typeof makeUser>>
const makeAdmin = () => makeUser(database, { role: 'Administrador' })
const demote = (user: Admin, by: Admin) =>
  send(userCalls.updateRole, { body: { id: user.id, role: 'Cliente' }, token: by.token })
const erase = ({ email }: Admin) => erasePerson(database, images, { email, dataDir, actor: 'operador' })
const locked = { code: 'ROLE_LOCKED' }

/** The enabled administrators. */
const administrators = async () => {
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Administrador')
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

beforeEach(async () => {
  await database.deleteFrom('users').execute()
})

test('two administrators who demote each other at once leave one', async () => {
  for (let round = 0; round < 15; round += 1) {
    await database.deleteFrom('users').execute()
    const [one, other] = [await makeAdmin(), await makeAdmin()]
    const answers = await Promise.all([demote(one, other), demote(other, one)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The second administrator is refused as the last one, or has just lost the role that the call needs.
    const refused = answers.find(({ status }) => status !== 200)
    expect(['ROLE_LOCKED', 'NO_ACCESS']).toContain(refused?.body.code)
    expect(await administrators()).toHaveLength(1)
  }
})

test('when three administrators demote each other in a circle, refuses the one who has just lost the role', async () => {
  for (let round = 0; round < 10; round += 1) {
    await database.deleteFrom('users').execute()
    const [first, second, third, fourth] = [
      await makeAdmin(),
      await makeAdmin(),
      await makeAdmin(),
      await makeAdmin(),
    ]
    const answers = await Promise.all([demote(second, first), demote(third, second), demote(first, third)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403])
    const left = await administrators()
    expect(left).toHaveLength(2)
    expect(left).toContain(fourth.id)
  }
})

test('the last enabled administrator can’t be disabled or erased; disabled administrators don’t count', async () => {
  const [last, disabled] = [await makeAdmin(), await makeAdmin()]
  await disableAccount(database, disabled.id, 'operador')
  await expect(disableAccount(database, last.id, 'operador')).rejects.toMatchObject(locked)
  await expect(erase(last)).rejects.toMatchObject(locked)
  expect(await administrators()).toEqual([last.id])
  await enableAccount(database, disabled.id, 'operador')
  await disableAccount(database, last.id, 'operador')
  expect(await administrators()).toEqual([disabled.id])
})

test('a demotion, a disabling and an erasure at once leave one administrator', async () => {
  for (let round = 0; round < 10; round += 1) {
    await database.deleteFrom('users').execute()
    const [one, two, three] = [await makeAdmin(), await makeAdmin(), await makeAdmin()]
    await Promise.allSettled([demote(one, two), disableAccount(database, two.id, 'operador'), erase(three)])
    expect((await administrators()).length).toBeGreaterThanOrEqual(1)
    await Promise.allSettled([erase(one), erase(two), disableAccount(database, three.id, 'operador')])
    expect(await administrators()).toHaveLength(1)
  }
})
