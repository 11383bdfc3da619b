import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'

const { app, database } = await createTestApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
// A browser, or a proxy, sends the next request on the connection of the last one.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())

function ask(
  path: string,
  token: string,
  upload?: { type: string; body: Buffer },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      path: `/api${path}`,
      method: upload ? 'POST' : 'GET',
      agent,
      signal: AbortSignal.timeout(10_000),
      headers: {
        'x-access-token': token,
        ...(upload && { 'content-type': upload.type, 'content-length': upload.body.length }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
    })
    sent.end(upload?.body)
  })
}

async function encode(form: FormData) {
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, body: Buffer.from(await encoded.arrayBuffer()) }
}

const files = (count: number) =>
  Array.from({ length: count }, () => ['photo', Buffer.alloc(200_000, 'x')] as const)
const body = Buffer.alloc(3_000_000, 'x')

const FORM = ['id', 'photo"; filename="foto.jpg']
  .map((name) => `------a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`)
  .join('1\r\n')

test.each([
  ['no boundary', async () => ({ type: 'multipart/form-data', body })],
  [
    'an empty boundary',
    async () => ({
      type: 'multipart/form-data; boundary=',
      body: Buffer.concat([Buffer.from(FORM), body, Buffer.from('\r\n------a--\r\n')]),
    }),
  ],
  ['a boundary that never comes', async () => ({ type: 'multipart/form-data; boundary=a', body })],
  ['too many files', () => encode(multipart({}, ...files(30)))],
  ['the name of a prototype', () => encode(multipart({ constructor: 'x' }, ...files(10)))],
  ['another content type', async () => ({ type: 'text/plain', body })],
])('after an upload with %s was refused, its connection answers the next request', async (_, upload) => {
  const { token } = await makeUser(database, { role: 'Administrador' })
  // The first call counts the address only, before it reads the body; the second waits for the session.
  for (const path of ['/prescription-book/create-prescription-book', '/cart/upload-payment']) {
    expect([400, 413, 415]).toContain(await ask(path, token, await upload()))
    expect(await ask('/admin/list-image-carousel', token)).toBe(200)
  }
})
