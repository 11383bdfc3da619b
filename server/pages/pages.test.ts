import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { escapeName } from '#domain/name-list.ts'
import { store } from '#store'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct } from '#tests/factories.ts'
import { registerPages } from './routes.ts'

// On the built application: `npm test` builds it first.
const { app, database } = await createTestApp({ PUBLIC_URL: 'https://botica.example' })
await registerPages(app, { dev: false, publicUrl: 'https://botica.example' })
await makeCategory(database, 'Bebé <script>alert(1)')

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a page', () => {
  test('shows the data of the calls, escaped', async () => {
    const answer = await get('/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`<title>${store.name}</title>`)
    expect(answer.body).toContain('Bebé &lt;script&gt;alert(1)')
    expect(answer.body).not.toContain('<script>alert')
    expect(answer.body).toContain('proximamente')
  })

  test('of the shop reads names with commas and slashes from its URL', async () => {
    const names = ['Vitaminas, minerales y otros', 'Curaciones/vendas', '100% natural']
    for (const category of names) await makeProduct(database, { tradename: `De ${category}`, category })
    await makeProduct(database, { tradename: 'De otra', category: 'Vitaminas' })
    for (const chosen of [names, names.slice(0, 1), names.slice(1)]) {
      const list = chosen.map((name) => encodeURIComponent(escapeName(name))).join(',')
      const { body } = await get(`/tienda?categoria=${list}`)
      const headings = [...body.matchAll(/>De ([^<]+)</g)].map(([, name]) => name)
      expect(headings.toSorted()).toEqual(chosen.toSorted())
    }
  })

  test('without a network needs no files but its own, and is kept for an hour', async () => {
    const { body, headers } = await get('/sin-conexion')
    expect(body).toContain(`<title>Sin conexión · ${store.name}</title>`)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    const files = [...body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file!)
    const worker = (await get('/service-worker.js')).body
    for (const file of files) {
      expect((await get(file)).statusCode).toBe(200)
      expect(worker).toContain(`'${file}'`)
    }
    expect(files).toHaveLength(3)
  })

  test('allows only its own inline scripts, and has no inline styles', async () => {
    const { body, headers } = await get('/sobre-nosotros')
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code]) => code!,
    )
    expect(inline.length).toBeGreaterThan(0)
    for (const code of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
    expect(body).not.toMatch(/<style|\sstyle="/)
    expect(body).not.toContain('nonce')
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
  })

  test('sets the CSRF cookie for a browser that has none', async () => {
    const [first, second] = await Promise.all([get('/'), get('/')])
    expect(first.headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Lax; Secure$/)
    expect(second.headers['set-cookie']).not.toBe(first.headers['set-cookie'])
    expect((await get('/', { cookie: 'other=1; XSRF-TOKEN=known' })).headers['set-cookie']).toBeUndefined()
  })

  test('is compressed as the browser accepts it, and not sent again when the browser has it', async () => {
    const plain = await get('/sobre-nosotros')
    const br = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(br.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    const again = await get('/sobre-nosotros', { 'if-none-match': String(plain.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  test('answers HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/' })
    expect(answer).toMatchObject({ statusCode: 200, body: '' })
  })
})

test.each([
  '/nada',
  '/dashboard/nada',
  '//evil.test',
  '/%2F%2Fevil.test',
  '/nada?to=//evil.test',
  '/sobre-nosotros.data',
  '/_root.data',
  '/__manifest',
  '/../.env',
])('the unknown path %s redirects to the root', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(302)
  expect(answer.headers.location).toBe('/')
})

test.each(['/assets/nada.js', '/assets/entry.client-OTRO.js?v=1'])(
  'the file %s of another version is answered as missing, never by a page',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url })
      expect(answer).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } })
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
    }
  },
)

test.each(['/api', '/api/nada', '/api?x=1'])('%s is answered as an unknown call', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('files with a hash in their name are cached forever, and sent compressed', async () => {
  const names = await readdir(join(import.meta.dirname, '../../build/client/assets'))
  const script = names.find((name) => /^react-.*\.js$/.test(name))
  const answer = await get(`/assets/${script}`, { 'accept-encoding': 'br' })
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  })
  expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await get('/site.webmanifest')).json()).toMatchObject({ name: store.name })
})
