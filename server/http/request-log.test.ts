import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, PASSWORD, SHIPPING } from '#tests/factories.ts'
import { startShopProcess } from '#tests/server-process.ts'

describe('the id of a request', () => {
  test.each([
    ['a-proxy-id-0123', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['ana@correo.cl', false],
    ['a b', false],
    ['', false],
  ])('given as %j is used: %s', async (given, used) => {
    const { app } = await testApp
    const answer = await app.inject({ url: '/api/category', headers: { 'x-request-id': given } })
    expect(answer.headers['x-request-id'] === given).toBe(used)
    expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9-]{1,64}$/)
  })

  test('is in every answer, also in refusals, unknown paths and broken URLs', async () => {
    const { app } = await testApp
    const urls = ['/api/category', '/api/user', '/api/nada', '/api/products/%E0%A4%A', '/api/health']
    const ids = await Promise.all(
      urls.map(async (url) => (await app.inject({ url })).headers['x-request-id'] as string),
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(urls.length)
  })
})
const testApp = createTestApp()

describe('with LOG_REQUESTS=on', async () => {
  const database = await createDatabase()
  const { base: url, output } = await startShopProcess(database, { LOG_REQUESTS: 'on' })

  const fetchJson = async (path: string, { body, ...headers }: Record<string, unknown> = {}) => {
    const id = randomUUID()
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-request-id': id, 'content-type': 'application/json', ...(headers as object) },
      body: body ? JSON.stringify(body) : undefined,
      redirect: 'manual',
    })
    return { id, status: answer.status, text: await answer.text() }
  }
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const lineOf = async (id: string) => {
    await vi.waitUntil(() => output().includes(id), 20_000)
    return lines().find((line) => line.requestId === id)
  }

  test('a line has method, call or route, status, milliseconds and request id', async () => {
    const list = await fetchJson('/api/products/category/%20/%20/all/all?search=losartan')
    expect(await lineOf(list.id)).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: list.id,
      method: 'GET',
      call: 'listShop',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    })
    const page = await fetchJson('/reset-password/un-token-secreto')
    expect(await lineOf(page.id)).toMatchObject({ route: '/*', status: 200 })
  })

  test('a login, a checkout, a search and a failure leave no secret and no personal datum in the log', async () => {
    const user = await makeUser(database, { email: 'rosamunda@correo.cl', name: 'Rosamunda' })
    const product = await makeProduct(database, { tradename: 'Sertralina Secreta' })
    const login = (password: string) =>
      fetchJson('/api/user/login', { body: { email: user.email, password } })
    const wrong = await login('una-clave-equivocada')
    expect(wrong.status).toBe(400)
    expect(await lineOf(wrong.id)).toMatchObject({ call: 'login', status: 400, code: 'LOGIN_FAILED' })
    const { token } = JSON.parse((await login(PASSWORD)).text)
    const session = { 'x-access-token': token }
    const items = [{ productId: product.id, quantity: 1 }]
    const cart = await fetchJson('/api/cart/update-cart', { ...session, body: { cart: user.id, items } })
    const order = { ...SHIPPING, id: user.id, products: JSON.parse(cart.text).data }
    const placed = await fetchJson('/api/cart/create-delivery', { ...session, body: order })
    expect(placed.status).toBe(201)
    expect((await lineOf(placed.id)).call).toBe('createOrder')
    await fetchJson('/api/products/category/%20/%20/all/all?search=sertralina')
    await fetchJson('/api/account/forgot-password', { body: { email: user.email } })
    await fetchJson('/api/account/reset-password/el-token-de-un-correo', { body: {} })
    await fetchJson('/api/nada/rosamunda@correo.cl?token=el-token-de-un-correo')
    await fetchJson('/identificarse/el-token-de-un-correo')
    await fetchJson('/api/%E0%A4%A?correo=rosamunda@correo.cl')

    // PostgreSQL quotes the row in the details of this error.
    await sql`alter table user_activity add constraint nobody check (email = '') not valid`.execute(database)
    const failed = await login(PASSWORD)
    expect(failed.status).toBeGreaterThanOrEqual(500)
    await sql`alter table user_activity drop constraint nobody`.execute(database)
    await lineOf(failed.id)
    await vi.waitUntil(
      () => lines().some(({ requestId, level }) => requestId === failed.id && level === 50),
      20_000,
    )
    const last = await fetchJson('/api/health')
    await lineOf(last.id)

    const log = lines()
      .map((line) => JSON.stringify(line))
      .join('\n')
    const secrets = [
      ...[PASSWORD, 'una-clave-equivocada', token, 'el-token-de-un-correo', 'rosamunda', 'sertralina'],
      ...[product.id, user.id, '127.0.0.1', 'search='],
      ...Object.values(SHIPPING).filter((value) => value.length > 4),
    ]
    for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
  })
})
