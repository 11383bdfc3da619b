import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { escapeName } from '#domain/name-list.ts'
import { store } from '#store'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct } from '#tests/factories.ts'
import { countLookups, stopClock } from '#tests/response-cache.ts'
import { registerPages } from './routes.ts'

// On the built application: `npm test` builds it first.
const { app, database } = await createTestApp({ PUBLIC_URL: 'https://botica.example' })
await registerPages(app, { dev: false, publicUrl: 'https://botica.example' })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a page', () => {
  test('shows the data of the calls, escaped', async () => {
    const answer = await get('/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`<title>${store.name}</title>`)
    expect(answer.body).toContain('proximamente')
    await makeProduct(database, { category: 'Bebé <script>alert(1)' })
    const { body } = await get('/tienda?orden=precio')
    expect(body).toContain('Bebé &lt;script&gt;alert(1)')
    expect(body).not.toContain('<script>alert')
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
    // Structured data isn't run.
    const inline = [
      ...body.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld))[^>]*>([\s\S]*?)<\/script>/g),
    ].map(([, code]) => code!)
    expect(inline.length).toBeGreaterThan(0)
    for (const code of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
    expect(body).not.toMatch(/<style|\sstyle="/)
    expect(body).not.toContain('nonce')
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
  })

  test('delays its scripts until its first frame, as data that no browser runs', async () => {
    const { body } = await get('/carrito')
    expect(body.match(/<script type="text\/plain">import /g)).toHaveLength(1)
    expect(body).not.toMatch(/<link rel="modulepreload"|<script[^>]* (src=|type="module")/)
    const files = [...new Set(body.match(/\/assets\/[\w.-]+\.js/g))]
    expect(files.length).toBeGreaterThan(3)
    for (const url of files) expect((await get(url)).statusCode).toBe(200)
  })

  test('of the shop with 12 products is smaller than 45 kB', async () => {
    const category = `Ligera ${'de la farmacia '.repeat(2)}`
    for (let index = 0; index < 12; index += 1) await makeProduct(database, { category, discount: 5 })
    const { body } = await get(`/tienda?categoria=${encodeURIComponent(category)}`)
    expect(body.match(/Agregar al carrito/g)).toHaveLength(12)
    expect(Buffer.byteLength(body)).toBeLessThan(45_000)
  })

  test('that throws while it is rendered shows an error with status 500, is logged once and is never cached', async () => {
    const { id } = await makeProduct(database)
    const url = `/descripcion?producto=${id}`
    const { logged, mend } = breakProduct({ tradename: { not: 'a text' } })
    const { statusCode, body, headers } = await get(url)
    expect(statusCode).toBe(500)
    expect(headers['retry-after']).toBeUndefined()
    const [, main] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body)!
    expect(main).toContain('No pudimos mostrar esta página')
    expect(main).toMatch(new RegExp(`<a [^>]*href="${url.replace('?', '\\?')}"[^>]*>Volver a cargar</a>`))
    expect(main).toMatch(/<a [^>]*href="\/"[^>]*>Volver al inicio<\/a>/)
    expect(logged.mock.calls).toEqual([[{ page: '/descripcion', err: expect.any(Error) }, 'page failed']])
    mend()
    expect((await get(url)).statusCode).toBe(200)
  })

  test('whose data can’t be serialised shows an error without the application', async () => {
    const { id } = await makeProduct(database)
    const unreadable = () => {
      throw new Error('unreadable')
    }
    const { logged } = breakProduct({ dcm: new Proxy({}, { ownKeys: unreadable }) })
    const { statusCode, body, headers } = await get(`/descripcion?producto=${id}`)
    expect(statusCode).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('No pudimos mostrar esta página')
    expect(body).toContain('<a href="/">Volver al inicio</a>')
    expect(logged).toHaveBeenCalled()
  })

  test.each([
    ['/tienda?buscar=%00', 200, 'No existen productos registrados'],
    [`/tienda?buscar=${'a'.repeat(99)}%F0%9F%92%8A`, 200, 'No existen productos registrados'],
    ['/tienda?categoria=%00', 200, 'No existen productos registrados'],
    [`/tienda?marca=${'a'.repeat(3_000)}`, 200, 'No existen productos registrados'],
    [`/descripcion?producto=${'a'.repeat(300)}`, 404, 'No encontramos este producto'],
    ['/descripcion?producto=%00', 404, 'No encontramos este producto'],
  ])('with the input %s says that nothing was found', async (url, status, words) => {
    await makeProduct(database)
    const { statusCode, body, headers } = await get(url)
    expect(statusCode).toBe(status)
    expect(body).toContain(words)
    expect(body).not.toContain('\u0000')
    expect(headers['retry-after']).toBeUndefined()
  })

  test('sets the CSRF cookie for a browser that has none', async () => {
    const [first, second] = await Promise.all([get('/'), get('/')])
    expect(first.headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Lax; Secure$/)
    expect(second.headers['set-cookie']).not.toBe(first.headers['set-cookie'])
    expect((await get('/', { cookie: 'other=1; XSRF-TOKEN=known' })).headers['set-cookie']).toBeUndefined()
  })

  test('is compressed as the browser accepts it, and not sent again when the browser has it', async () => {
    const plain = await get('/sobre-nosotros')
    const br = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, deflate, br, zstd' })
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

/** Makes the call of a product answer fields that its page can't show. */
function breakProduct(fields: object) {
  const [name, getProduct] = ['GET /products/:id', app.publicCalls.get('GET /products/:id')!]
  app.publicCalls.set(name, async (input) => {
    const { data } = (await getProduct(input)) as { data: object }
    return { data: { ...data, ...fields } }
  })
  const logged = vi.spyOn(app.log, 'error').mockReturnValue()
  const mend = () => app.publicCalls.set(name, getProduct)
  onTestFinished(() => {
    mend()
    logged.mockRestore()
  })
  return { logged, mend }
}

/** The facts that a page states about itself: the content of its tags by name, its address and its data blocks. */
async function readHead(url: string) {
  const { body, headers, statusCode } = await get(url, { host: 'evil.test' })
  const tags = [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return {
    statusCode,
    policy: String(headers['content-security-policy']),
    tags: Object.fromEntries(tags.map(([, name, content]) => [name, content])),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1],
    data: [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(json!),
    ),
  }
}

describe('a cached page', () => {
  test('is shared by addresses with parameters of advertisements and other unknown parameters', async () => {
    const { id } = await makeProduct(database)
    for (const page of ['/', '/tienda?orden=precio', `/descripcion?producto=${id}`, '/sobre-nosotros']) {
      stopClock()
      const plain = await get(page)
      expect(plain.statusCode).toBe(200)
      const tags = ['gclid=x', 'utm_source=boletin&utm_medium=mail', 'fbclid=y', `r${Math.random()}=1`]
      const lookups = await countLookups(app.responseCache, async () => {
        for (const tag of tags)
          expect((await get(`${page}${page.includes('?') ? '&' : '?'}${tag}`)).body).toBe(plain.body)
      })
      expect([page, lookups]).toEqual([page, { hits: tags.length, misses: 0 }])
    }
  })

  test('depends on the parameters that it reads, but not on their order or on the spelling of its path', async () => {
    stopClock()
    await makeProduct(database, { tradename: 'Zeta', category: 'Orden' })
    const { body } = await get('/tienda?categoria=Orden&buscar=zeta')
    expect(body).toContain('>Zeta<')
    const lookups = await countLookups(app.responseCache, async () => {
      expect((await get('/tienda?buscar=zeta&n=1&categoria=Orden')).body).toBe(body)
    })
    expect(lookups.hits).toBe(1)
    expect((await get('/Tienda/?categoria=Orden&buscar=nada-de-eso')).body).not.toContain('>Zeta<')
  })

  test('is as old as the oldest answer that it shows', async () => {
    const pass = stopClock()
    app.responseCache.clear()
    await get('/api/category/menu')
    pass(900)
    await makeCategory(database, 'Del menú')
    expect((await get('/carrito')).body).not.toContain('Del menú')
    pass(101)
    expect((await get('/carrito')).body).toContain('Del menú')
  })

  test('is never one of which a part failed', async () => {
    const image = { photo: 'a.webp', name: 'Portada', state: true, position: 1 }
    await database.insertInto('carousel_images').values(image).execute()
    stopClock()
    app.responseCache.clear()
    await sql`alter table carousel_images rename to carousel_away`.execute(database)
    const failed = await get('/')
    await sql`alter table carousel_away rename to carousel_images`.execute(database)
    expect(failed.statusCode).toBe(200)
    expect(failed.body).not.toContain('a.webp')
    expect((await get('/')).body).toContain('a.webp')
  })
})

describe('a page for search engines', () => {
  test('of the pharmacy has its address, a card and the pharmacy’s data', async () => {
    const { tags, canonical, data } = await readHead('/')
    expect(canonical).toBe('https://botica.example/')
    expect(tags).toMatchObject({
      'og:title': store.name,
      'og:url': 'https://botica.example/',
      'og:image': 'https://botica.example/tarjeta.png',
    })
    expect(tags.robots).toBeUndefined()
    expect(data).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'Pharmacy',
        name: store.name,
        url: 'https://botica.example/',
        geo: store.location,
        openingHoursSpecification: [{ opens: '09:00', closes: '20:00' }, { dayOfWeek: ['Saturday'] }],
      },
    ])
  })

  test('about the pharmacy names its technical director and its authorizations, under the same id', async () => {
    const [home, about] = [await readHead('/'), await readHead('/sobre-nosotros')]
    expect(about.data).toMatchObject([
      {
        '@type': 'Pharmacy',
        '@id': home.data[0]!['@id'],
        employee: { name: store.legal.director, jobTitle: 'Dirección técnica' },
        hasCertification: [
          { name: 'Autorización sanitaria', certificationIdentification: store.legal.authorization },
          { certificationIdentification: store.legal.electronicSale },
        ],
      },
    ])
  })

  test('of a product has its picture, price and breadcrumbs, whatever its name contains', async () => {
    const name = 'Ácido "fólico" </script><script>alert(1)</script>'
    const { id } = await makeProduct(database, {
      tradename: name,
      category: 'Vitaminas',
      cost: 4_990,
      discount: 10,
      barcode: '4006381333931',
    })
    await database
      .updateTable('products')
      .set({ photo: `${'a'.repeat(32)}.webp` })
      .where('id', '=', id)
      .execute()
    const url = `/descripcion?producto=${id}`
    const { tags, canonical, data, policy } = await readHead(`${url}&otro=1`)
    expect(canonical).toBe(`https://botica.example${url}`)
    const image = `https://botica.example/api/products/image/${'a'.repeat(32)}.webp?width=960`
    expect(tags['og:image']).toBe(image)
    expect(data).toMatchObject([
      {
        '@type': 'Product',
        name,
        image,
        gtin13: '4006381333931',
        offers: { price: 4_491, priceCurrency: 'CLP', availability: 'https://schema.org/InStock' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Inicio', item: 'https://botica.example/' },
          { position: 2, item: 'https://botica.example/tienda' },
          { position: 3, item: 'https://botica.example/tienda?categoria=Vitaminas' },
          { position: 4, name, item: `https://botica.example${url}` },
        ],
      },
    ])
    expect(policy).not.toContain('unsafe')
  })

  test('of a sold-out product says so in its offer, and of a product without a price has no offer', async () => {
    const offerOf = async ({ id }: { id: string }) =>
      (await readHead(`/descripcion?producto=${id}`)).data[0].offers
    const soldOut = await makeProduct(database, { stock: 0 })
    expect((await offerOf(soldOut)).availability).toBe('https://schema.org/OutOfStock')
    expect(await offerOf(await makeProduct(database, { cost: 0 }))).toBeUndefined()
  })

  test('of a retired product has no offer and is noindex', async () => {
    const { id } = await makeProduct(database)
    await database.updateTable('products').set({ retired_at: new Date() }).where('id', '=', id).execute()
    const { tags, data } = await readHead(`/descripcion?producto=${id}`)
    expect(tags.robots).toBe('noindex')
    expect(data[0].offers).toBeUndefined()
  })

  test('of the shop has one address for its two paths', async () => {
    for (const path of ['/tienda', '/productos', '/productos?orden=nombre']) {
      const { canonical, tags } = await readHead(path)
      expect(canonical).toBe('https://botica.example/tienda')
      expect(tags.robots).toBeUndefined()
    }
  })

  test('of the cart, which is the same for everybody, has a description', async () => {
    const { tags } = await readHead('/carrito')
    expect(tags.robots).toBeUndefined()
    expect(tags.description).toContain('finalizas tu compra')
  })
})

test.each([
  '/tienda?categoria=Vitaminas',
  '/tienda?solo=oferta',
  '/tienda?buscar=fólico',
  '/productos?orden=precio',
  '/descripcion?producto=no-existe',
])('%s is noindex and has no canonical address', async (url) => {
  const { tags, canonical } = await readHead(url)
  expect(tags.robots).toBe('noindex')
  expect(canonical).toBeUndefined()
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
