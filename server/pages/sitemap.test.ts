import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { answerErrors } from '#server/http/errors.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'
import { crawlerRoutes } from './sitemap.ts'

const services = await createTestApp({ PUBLIC_URL: 'https://botica.example' })
const { app, database } = services
const ids: string[] = []
for (let index = 0; index < 5; index += 1) ids.push((await makeProduct(database)).id)

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
const productUrl = (id: string) => `https://botica.example/descripcion?producto=${id}`

test('robots.txt names the sitemap at the configured address, whatever host was asked', async () => {
  const { body, headers } = await app.inject({ url: '/robots.txt', headers: { host: 'evil.test' } })
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toContain('Sitemap: https://botica.example/sitemap.xml\n')
  expect(body).toContain('Disallow: /dashboard\n')
  expect(body).not.toContain('carrito')
})

test('the sitemap’s index leads to the pages and to every product, with the day of its last change', async () => {
  const index = await app.inject({ url: '/sitemap.xml' })
  expect(index.headers['content-type']).toMatch(/^application\/xml/)
  expect(locations(index.body)).toEqual([
    'https://botica.example/sitemap-0.xml',
    'https://botica.example/sitemap-1.xml',
  ])
  const pages = await app.inject({ url: '/sitemap-0.xml' })
  expect(locations(pages.body)).toContain('https://botica.example/tienda')
  const products = await app.inject({ url: '/sitemap-1.xml' })
  expect(products.headers['content-type']).toMatch(/^application\/xml/)
  expect(locations(products.body)).toEqual(ids.toSorted().map(productUrl))
  expect(products.body).toMatch(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/)
  expect(products.body.endsWith('</urlset>\n')).toBe(true)
})

test('a full file is followed by the next one, without gaps and repetitions', async () => {
  const small = Fastify()
  answerErrors(small)
  crawlerRoutes(small, services, 2)
  const get = async (url: string) => (await small.inject({ url })).body
  const files = locations(await get('/sitemap.xml')).map((url) => new URL(url!).pathname)
  expect(files).toHaveLength(4)
  const found = await Promise.all(files.slice(1).map(get))
  expect(found.map((xml) => locations(xml).length)).toEqual([2, 2, 1])
  expect(found.flatMap(locations)).toEqual(ids.toSorted().map(productUrl))
  await small.close()
})

test.each([
  '/sitemap-2.xml',
  '/sitemap-x.xml',
  '/sitemap-1.xml.gz',
  '/sitemap--1.xml',
  '/sitemap-999999.xml',
])('the unknown file %s is answered with 404', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404)
})

test('the card for shared pages is a picture of the size that messengers ask for', async () => {
  const { rawPayload, headers } = await app.inject({ url: '/tarjeta.png' })
  expect(headers['content-type']).toBe('image/png')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})
