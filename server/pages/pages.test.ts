import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

  test('has its scripts wait for its first frame', async () => {
    const { body } = await get('/carrito')
    expect(body.match(/<link rel="waiting" href="\/assets\/[^"]+\.js"/g)?.length).toBeGreaterThan(3)
    expect(body.match(/<script type="waiting">/g)).toHaveLength(1)
    expect(body).not.toMatch(/<link rel="modulepreload"|<script[^>]* (src=|type="module")/)
  })

  test('has the same HTML when the server has written its fragments before', async () => {
    const category = `Té & <miel> "d'abejas" ${'ñ'.repeat(3)}`
    const shown = await Promise.all(
      [
        { discount: 12.5, cost: 1_990 },
        { stock: 0 },
        { cost: 0 },
        { bioequivalent: true, prescription: true, quantity: '30 comprimidos' },
        { discount: 5, quantity: '10 comprimidos', generic: true },
        { tradename: '<b>&amp; "$&"</b>' },
      ].map((values) => makeProduct(database, { category, ...values })),
    )
    await database
      .updateTable('products')
      .set({ photo: `${'b'.repeat(32)}.webp` })
      .where(
        'id',
        'in',
        shown.filter((_, index) => index % 2 === 0).map(({ id }) => id),
      )
      .execute()
    app.publicChanges.expire()
    const chosen = `/tienda?categoria=${encodeURIComponent(escapeName(category))}`
    const urls = [
      ...['/', '/tienda', '/productos', '/carrito', '/recetario-magistral', '/sobre-nosotros', '/registro'],
      ...[chosen, `${chosen}&orden=precio`, `${chosen}&solo=oferta`, `${chosen}&buscar=te&marca=Otra`],
      ...['/tienda?buscar=nada-de-eso', '/tienda?desde=1000&hasta=9000', '/tienda?solo=generico,sin-receta'],
      ...shown.map(({ id }) => `/descripcion?producto=${id}`),
    ]
    const { fragments, asInBrowser } = await builtFragments()
    const kept = { ...fragments }
    const written = async (round: number) => {
      const bodies: string[] = []
      // Each address once more with a parameter that no page reads: not from the cache of pages.
      for (const url of urls)
        bodies.push((await get(`${url}${url.includes('?') ? '&' : '?'}n=${round}`)).body)
      return bodies
    }
    const known = await written(1)
    Object.assign(fragments, asInBrowser)
    onTestFinished(() => {
      Object.assign(fragments, kept)
    })
    const whole = await written(2)
    Object.assign(fragments, kept)
    expect(whole.join('\n').includes('Té &amp; &lt;miel&gt; &quot;d&#x27;abejas&quot; ñññ')).toBe(true)
    const differing = (bodies: string[]) => urls.filter((_, index) => bodies[index] !== whole[index])
    expect(differing(known)).toEqual([])
    expect(differing(await written(3))).toEqual([])
  })

  test('sets the CSRF cookie for a browser that has none', async () => {
    const [first, second] = await Promise.all([get('/'), get('/')])
    expect(first.headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Lax; Secure$/)
    expect(second.headers['set-cookie']).not.toBe(first.headers['set-cookie'])
    expect((await get('/', { cookie: 'other=1; XSRF-TOKEN=known' })).headers['set-cookie']).toBeUndefined()
  })

  test('is compressed as the browser accepts it, and not sent again when the browser has it', async () => {
    const plain = await get('/sobre-nosotros')
    const zstd = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const br = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/sobre-nosotros', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zstd.headers['content-encoding']).toBe('zstd')
    expect(br.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(plain.body)
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

/** The application's fragments, which the server keeps, and those that a browser renders (app/fragments.ts). */
async function builtFragments() {
  const root = join(import.meta.dirname, '../..')
  const { entry } = await import(join(root, 'build/server/index.js'))
  const source = await import(join(root, 'app/fragments.ts'))
  return { fragments: entry.module.fragments as object, asInBrowser: source.fragments as object }
}

/** What a page says about itself: the content of its tags by name, its address and its data blocks. */
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

describe('a page that is meant to be found', () => {
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

  test('of a product has its picture, price and way, whatever its name contains', async () => {
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

  test('is kept until something it shows changes, in whatever call', async () => {
    const [shown, other] = [await makeProduct(database), await makeProduct(database)]
    const url = `/descripcion?producto=${shown.id}`
    const misses = async () => {
      app.publicChanges.expire()
      const before = app.cacheCounts.pages!.misses
      const { body } = await get(url)
      return { missed: app.cacheCounts.pages!.misses - before, body }
    }
    await misses()
    // As if an hour had nearly passed: an answer of which nothing is known would live for a second.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_500_000)
    onTestFinished(() => clock.mockRestore())
    await database.updateTable('products').set({ cost: 5_432 }).where('id', '=', other.id).execute()
    // Rows may have been removed unread in so long a time: all is made anew once.
    await misses()
    expect(await misses()).toMatchObject({ missed: 0 })
    clock.mockImplementation(() => now() + 3_510_000)
    await database.updateTable('products').set({ cost: 5_433 }).where('id', '=', other.id).execute()
    expect(await misses()).toMatchObject({ missed: 0 })
    await database.updateTable('products').set({ cost: 6_543 }).where('id', '=', shown.id).execute()
    const changed = await misses()
    expect([changed.missed, changed.body.includes('6.543')]).toEqual([1, true])
    await makeCategory(database, 'Del menú')
    expect(await misses()).toMatchObject({ missed: 1 })
  })

  test('of a product that is sold out or has no price offers nothing that can’t be had', async () => {
    const offerOf = async ({ id }: { id: string }) =>
      (await readHead(`/descripcion?producto=${id}`)).data[0].offers
    const soldOut = await makeProduct(database, { stock: 0 })
    expect((await offerOf(soldOut)).availability).toBe('https://schema.org/OutOfStock')
    expect(await offerOf(await makeProduct(database, { cost: 0 }))).toBeUndefined()
  })

  test('of a retired product offers nothing and isn’t to be found', async () => {
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
])('%s is not to be found', async (url) => {
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
