import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { createTestApp } from '#tests/app.ts'
import { openApiDocument } from './openapi.ts'

const { app } = await createTestApp()
const everyCall = Object.entries<Call>(calls)

describe('CSRF', () => {
  const post = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers,
      payload: { email: 'a@b.cl', password: 'x' },
    })

  test('a request with the cookie needs the cookie’s value in the header, and is never answered with 401 or 403', async () => {
    const cookie = 'otra=1; XSRF-TOKEN=abc%3D'
    expect((await post({ cookie })).json()).toMatchObject({ code: 'CSRF' })
    expect((await post({ cookie, 'x-xsrf-token': 'otro' })).statusCode).toBe(400)
    expect((await post({ cookie, 'x-xsrf-token': 'abc=' })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
  })

  test('a request marked as cross-site is refused, a client without cookies passes', async () => {
    expect((await post({ 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({ code: 'CSRF' })
    expect((await post({ 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await post({})).json()).toMatchObject({ code: 'LOGIN_FAILED' })
  })

  test('no other origin is allowed by CORS', async () => {
    const { headers } = await app.inject({
      url: '/api/category',
      headers: { origin: 'https://otro.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('refusals are JSON in Spanish', () => {
  test.each([
    ['an unknown address', { url: '/api/no-existe' }, 404, 'NOT_FOUND'],
    [
      'broken JSON',
      {
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      },
      400,
      'BAD_INPUT',
    ],
    ['no body', { method: 'POST', url: '/api/user/login' }, 400, 'BAD_INPUT'],
    [
      'a body in XML',
      { method: 'POST', url: '/api/user/login', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      415,
      'WRONG_KIND',
    ],
    [
      'a body too large',
      { method: 'POST', url: '/api/user/login', payload: { email: 'x'.repeat(2_000_000) } },
      413,
      'TOO_LARGE',
    ],
    [
      'a prototype',
      {
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"__proto__":{}}',
      },
      400,
      'BAD_INPUT',
    ],
    [
      'a length that is no number',
      {
        method: 'POST',
        url: '/api/user/login',
        payload: { email: { length: { toString: 1 } }, password: 'x' },
      },
      400,
      'BAD_INPUT',
    ],
    ['an unknown method', { method: 'DELETE', url: '/api/category' }, 404, 'NOT_FOUND'],
    ['a broken escape', { url: '/api/products/%E0%A4%A' }, 400, 'BAD_INPUT'],
  ] as const)('%s', async (_, request, status, code) => {
    const answer = await app.inject(request as object)
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status, body: { code } })
    expect(answer.json().message).toMatch(/^[A-ZÁÉÍÓÚÑ]/)
    expect(answer.body).not.toMatch(/stack|select |\.ts/)
  })
})

test.each([
  ['an answer', { url: '/api/category' }, 200],
  ['a cached answer', { url: '/api/category' }, 200],
  ['the health', { url: '/api/health' }, 200],
  ['a refusal', { method: 'POST', url: '/api/user/login', payload: {} }, 400],
  ['an unknown address', { url: '/api/no-existe' }, 404],
  ['a broken escape', { url: '/api/products/%E0%A4%A' }, 400],
] as const)(
  '%s in JSON can load nothing, be framed nowhere, and sends no referrer',
  async (_, request, status) => {
    const answer = await app.inject(request as object)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  },
)

test('OpenAPI describes every call', async () => {
  const document = (await app.inject({ url: '/api/openapi.json' })).json()
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument('Botica'))))
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(operations.sort()).toEqual(everyCall.map(([name]) => name).sort())
  expect(document.paths['/api/cart/add-to-cart'].post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['user', 'items'] } } } },
    responses: {
      409: { description: 'NO_PRICE, SALE_IN_PERSON, CONDITION_UNKNOWN, NO_STOCK' },
      401: { description: 'NO_SESSION' },
    },
  })
})
