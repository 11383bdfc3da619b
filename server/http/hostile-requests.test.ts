import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { cartCalls } from '#contract/cart.ts'
import { loginRecordCalls } from '#contract/login-records.ts'
import { orderCalls } from '#contract/orders.ts'
import { productCalls } from '#contract/products.ts'
import { requestCalls } from '#contract/requests.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { hashPassword } from '../features/accounts/passwords.ts'

const { app, database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })

test('a token counts in its own header only, not in the URL, a cookie or another header', async () => {
  const url = `/api/user/find-user/${admin.id}`
  const { token } = admin
  expect((await app.inject({ url, headers: { 'x-access-token': token } })).statusCode).toBe(200)
  for (const request of [
    { url: `${url}?token=${token}` },
    { url: `${url}?x-access-token=${token}` },
    { url, headers: { cookie: `token=${token}; x-access-token=${token}` } },
    { url, headers: { authorization: `Bearer ${token}` } },
  ])
    expect((await app.inject(request)).statusCode).toBe(401)
})

test('answers to a session are never cached', async () => {
  const { token } = admin
  const answers = await Promise.all([
    send(userCalls.findUser, { params: { id: admin.id }, token }),
    send(userCalls.listUsers, { query: {}, token }),
    send(userCalls.listClients, { query: {}, token }),
    send(cartCalls.getCart, { params: { userId: admin.id }, token }),
    send(orderCalls.listOrders, { params: { id: 'admin' }, query: {}, token }),
    send(requestCalls.listRequests, { query: {}, token }),
    send(loginRecordCalls.listLoginRecords, { query: {}, token }),
    send(loginRecordCalls.exportUsers, { token }),
    send(productCalls.listProducts, { query: {}, token }),
    send(userCalls.listUsers, { query: {} }),
  ])
  for (const { headers } of answers) expect(headers['cache-control']).toMatch(/(^|, )no-store$/)
})

test.each(['%', '_', "'", '"', '\\', "' or 1=1 --", '%25', 'a%b', '*', '(', ':*'])(
  'a search treats %j as text, not as a wildcard or SQL',
  async (search) => {
    await makeProduct(database)
    const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
    const lists = await Promise.all([
      send(productCalls.listShop, { params, query: { search } }),
      send(productCalls.listProducts, { query: { search }, token: admin.token }),
      send(userCalls.listUsers, { query: { search }, token: admin.token }),
      send(orderCalls.listOrders, { params: { id: 'admin' }, query: { search }, token: admin.token }),
    ])
    expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(lists[2]!.body.total).toBe(0)
  },
)

test.each(['\ud800', 'a\udfffb', '\0'])(
  'the text %j, which PostgreSQL can’t store, is bad input',
  async (text) => {
    const email = `texto${unique()}@correo.cl`
    const payload = JSON.stringify({ fullname: 'Ana', email, message: `Una consulta ${text} con texto` })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/prescription-book/create-contact',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(400)
    const query = await app.inject({ url: `/api/products/category/%20/%20/all/all?search=%00` })
    expect(query.statusCode).toBe(400)
  },
)

test('compares passwords up to the last character', async () => {
  const password = `${'a'.repeat(100)}1`
  const email = `largo${unique()}@correo.cl`
  const { id } = await makeUser(database, { email })
  await database
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  const logIn = async (guess: string) =>
    (await send(userCalls.login, { body: { email, password: guess } })).status
  expect(await logIn(`${'a'.repeat(100)}2`)).toBe(400)
  expect(await logIn('a'.repeat(72))).toBe(400)
  expect(await logIn(`${password}\0`)).toBe(400)
  expect(await logIn(` ${password}`)).toBe(400)
  expect(await logIn(password)).toBe(200)
})

test('a recovery link isn’t accepted as a session, nor a session as a recovery link', async () => {
  const { token } = await makeUser(database)
  const body = { password: 'otra-clave-larga', confirmPassword: 'otra-clave-larga' }
  const answer = await send(accountCalls.resetPassword, { params: { token }, body })
  expect(answer).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
})

describe('a request whose length is ambiguous', () => {
  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 40'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['an unknown encoding', 'Transfer-Encoding: xchunked'],
    ['a hidden encoding', 'Transfer-Encoding : chunked'],
    ['a folded header', 'X-A: b\r\n Transfer-Encoding: chunked'],
  ])('%s is refused, the connection is closed, and the rest is not read as a request', async (_, headers) => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    const smuggled = 'GET /api/category HTTP/1.1\r\nHost: a\r\n\r\n'
    socket.write(`POST /api/user/login HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`)
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})
