import { expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '#contract/default-preferences.ts'
import { MAX_VIEWS, preferenceCalls } from '#contract/preferences.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { exportAccount } from '../people-data/export-person.ts'

const { database, send } = await createTestApp()
const list = '/dashboard/products'

async function makePerson(role: 'Administrador' | 'Marketing' | 'Cliente' = 'Marketing') {
  const user = await makeUser(database, { role })
  const { token } = user
  return {
    user,
    read: () => send(preferenceCalls.readPreferences, { token }),
    change: (body: object) => send(preferenceCalls.changePreferences, { body: body as never, token }),
  }
}

test('each person has their own preferences: page size, views and shortcuts', async () => {
  const [mine, other] = [await makePerson('Administrador'), await makePerson()]
  expect((await mine.read()).body.data).toEqual(DEFAULT_PREFERENCES)
  await mine.change({ change: 'page-size', list, pageSize: 25 })
  await mine.change({ change: 'save-view', list, name: 'Agotados', query: 'stock=agotado' })
  await mine.change({ change: 'save-view', list, name: 'Sin foto', query: 'falta=foto' })
  // A view of the same name replaces it.
  await mine.change({ change: 'save-view', list, name: 'Agotados', query: 'stock=agotado&buscar=urea' })
  await mine.change({ change: 'delete-view', list, name: 'Sin foto' })
  await mine.change({ change: 'density', density: 'comfortable' })
  await mine.change({ change: 'menu', menuFolded: true })
  await mine.change({ change: 'import', importLeaves: ['tradename', 'spelling'] })
  const { status, body } = await mine.change({ change: 'shortcuts', shortcuts: false })
  const expected = {
    shortcuts: false,
    density: 'comfortable',
    menuFolded: true,
    importLeaves: ['tradename', 'spelling'],
    lists: [{ list, pageSize: 25, views: [{ name: 'Agotados', query: 'stock=agotado&buscar=urea' }] }],
  }
  expect({ status, data: body.data }).toEqual({ status: 200, data: expected })
  expect((await mine.read()).body.data).toEqual(expected)
  expect((await other.read()).body.data).toEqual(DEFAULT_PREFERENCES)
  const exported = await exportAccount(database, mine.user.id)
  expect(exported?.data.administracion).toEqual(expected)
})

test('keeps all views that are saved at the same time', async () => {
  const { change, read } = await makePerson()
  const names = Array.from({ length: MAX_VIEWS }, (_, index) => `Vista ${index}`)
  await Promise.all(names.map((name) => change({ change: 'save-view', list, name, query: 'buscar=a' })))
  const saved = (await read()).body.data.lists[0]?.views.map(({ name }) => name)
  expect(saved?.toSorted()).toEqual(names.toSorted())
  expect(await change({ change: 'save-view', list, name: 'Una más', query: '' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'name' }] },
  })
})

test.each([
  { change: 'page-size', list, pageSize: 1_000 },
  { change: 'page-size', list: 'https://otro.cl', pageSize: 10 },
  { change: 'save-view', list, name: '', query: '' },
  { change: 'save-view', list, name: 'Larga', query: 'x'.repeat(501) },
  { change: 'save-view', list, name: 'x'.repeat(41), query: '' },
  { change: 'import', importLeaves: ['barcode'] },
  { change: 'erase', list },
  {},
])('refuses %o as bad input, and changes nothing', async (body) => {
  const { change, read } = await makePerson()
  expect((await change(body)).status).toBe(400)
  expect((await read()).body.data).toEqual(DEFAULT_PREFERENCES)
})

test('refuses preferences to customers', async () => {
  const { change, read } = await makePerson('Cliente')
  expect((await read()).status).toBe(403)
  expect((await change({ change: 'shortcuts', shortcuts: false })).status).toBe(403)
})
