import { expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { userCalls } from '#contract/users.ts'
import { joinNames } from '#domain/name-list.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'

const { app, database, send } = await createTestApp()

const COMMAS = 'Vitaminas, minerales y otros'
const SLASH = 'Curaciones/vendas'
const PERCENT = '100% natural %2C'
const INC = 'Pfizer, Inc.'
for (const [category, laboratory] of [
  [COMMAS, INC],
  ['Vitaminas', 'A/S Nórdica'],
  [SLASH, INC],
  [PERCENT, 'Andino'],
  ['¿Qué? #1 & más', 'Andino'],
] as const) {
  await makeProduct(database, { tradename: `${category} · ${laboratory}`, category, laboratory })
}

async function shop(category: string, supplier = 'all') {
  const params = { a: ' ', b: ' ', category, supplier }
  const { status, body } = await send(productCalls.listShop, { params, query: {} })
  expect(status).toBe(200)
  return body.data.products.map(({ tradename }) => tradename.split(' · ')[0])
}

test.each([
  [COMMAS, [COMMAS]],
  ['VITAMINAS, MINERALES Y OTROS', [COMMAS]],
  [`${COMMAS},${SLASH}`, [SLASH, COMMAS]],
  [`Vitaminas,${COMMAS}`, ['Vitaminas', COMMAS]],
  ['Vitaminas, minerales', ['Vitaminas']],
  ['Vitaminas', ['Vitaminas']],
  [joinNames([COMMAS, SLASH, PERCENT]), [PERCENT, SLASH, COMMAS]],
  [joinNames(['Vitaminas', COMMAS]), ['Vitaminas', COMMAS]],
  [joinNames(['¿Qué? #1 & más']), ['¿Qué? #1 & más']],
  ['Nada, de nada', []],
  [',', []],
])('the shop reads %j as names, whether their commas are escaped or not', async (list, names) => {
  expect((await shop(list)).toSorted()).toEqual(names.toSorted())
})

test('brands are read in the same way', async () => {
  expect((await shop('all', INC)).toSorted()).toEqual([SLASH, COMMAS])
  expect((await shop('all', joinNames([INC, 'a/s nordica']))).toSorted()).toEqual([
    SLASH,
    'Vitaminas',
    COMMAS,
  ])
  expect(await shop(joinNames([SLASH]), joinNames([INC]))).toEqual([SLASH])
})

test('a filter takes 50 names; with one more it is refused at its field', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Nombre ${index}`).join()
  const many = names(49)
  expect(await shop(`${many},${SLASH}`)).toEqual([SLASH])
  expect(await shop('all', `${many},Andino`)).toHaveLength(2)
  const read = (category: string, supplier: string) =>
    send(productCalls.listShop, { params: { a: ' ', b: ' ', category, supplier }, query: {} })
  const refused = (path: string, message: string) => ({
    status: 400,
    body: { code: 'BAD_INPUT', issues: [{ path, message }] },
  })
  expect(await read(names(51), 'all')).toMatchObject(refused('category', 'Elige hasta 50 categorías.'))
  expect(await read('all', names(51))).toMatchObject(refused('supplier', 'Elige hasta 50 marcas.'))
  expect((await read('a,'.repeat(3_990), 'all')).status).toBe(400)
})

test('a slash in a name travels through a real connection as %2F', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await makeUser(database, { role: 'Administrador' })
  const read = async (path: string) => {
    const answer = await fetch(`${address}/api${path}`, { headers: { 'x-access-token': token } })
    return { status: answer.status, body: await answer.json() }
  }
  const name = encodeURIComponent(SLASH)
  expect(await read(`/products/category/%20/%20/${name}/all`)).toMatchObject({
    status: 200,
    body: { data: { total: 1, products: [{ category: SLASH }] } },
  })
  for (const category of [SLASH, COMMAS]) {
    expect(await read(`/products/category/${encodeURIComponent(category)}`)).toMatchObject({
      status: 200,
      body: { total: 1, data: [{ category }] },
    })
  }
})

test.each([
  [`${COMMAS},Bebé`, ['Bebé', COMMAS]],
  [joinNames([COMMAS, SLASH]), [SLASH, COMMAS]],
  ['vitaminas', ['Vitaminas']],
])('the interests %j are saved by a profile, and read again', async (category, interests) => {
  await makeCategory(database, 'Bebé')
  const user = await makeUser(database)
  const { body } = await send(userCalls.findUser, { params: { id: user.id }, token: user.token })
  const { name, lastname, rut, gender, phone, cellphone, birthdate, email } = body.data
  const fields = { name, last_name: lastname, rut, gender, phone, cellphone, birthdate, email, category }
  const save = (values: Record<string, string>) =>
    send(userCalls.updateUser, { params: { id: user.id }, form: multipart(values), token: user.token })
  const saved = async () =>
    (await send(userCalls.findUser, { params: { id: user.id }, token: user.token })).body.data.interests
  expect((await save(fields)).status).toBe(200)
  expect(await saved()).toEqual(interests)
  // The profile form sends back the interests that it read.
  expect((await save({ ...fields, category: joinNames(await saved()) })).status).toBe(200)
  expect(await saved()).toEqual(interests)
})

test('a registration names interests with commas', async () => {
  const email = 'comas@correo.cl'
  const body = {
    name: 'Ana',
    last_name: 'Soto',
    rut: '123456789',
    gender: 'FEMENINO' as const,
    phone: '221234567',
    cellphone: '912345678',
    day: 1,
    month: 1,
    year: 1990,
    email,
    password: 'clave-de-prueba',
    repeat_password: 'clave-de-prueba',
    category: `${COMMAS},${SLASH}`,
  }
  expect((await send(userCalls.createClient, { body })).status).toBe(201)
  const interests = await database
    .selectFrom('user_interests')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('categories', 'categories.id', 'category_id')
    .where('email', '=', email)
    .orderBy('categories.name')
    .select('categories.name')
    .execute()
  expect(interests.map(({ name }) => name)).toEqual([SLASH, COMMAS])
})
