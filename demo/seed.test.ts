import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { imagesFolder } from '#server/images/disk-store.ts'
import { imageKinds } from '#server/images/image-kinds.ts'
import { type ImageStore, ImageStoreFull } from '#server/images/image-store.ts'
import { openImageStore } from '#server/images/open-store.ts'
import { createDatabase, openDatabase } from '#tests/app.ts'
import { administer, withDatabase } from '#tests/postgres-server.ts'
import { startServerProcess } from '#tests/server-process.ts'
import { demoProducts } from './catalog.ts'
import { seedDemo } from './seed.ts'

const database = await createDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'botica-demo-'))
const images = await openImageStore({ dataDir })

afterAll(() => rm(dataDir, { recursive: true }))

async function imageFiles() {
  const entries = await readdir(imagesFolder(dataDir), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
}

it('leaves neither rows nor files behind when the disk fills up', async () => {
  let free = 3
  const smallDisk: ImageStore = {
    ...images,
    put: (kind, widths) => {
      if (free === 0) throw new ImageStoreFull()
      free -= 1
      return images.put(kind, widths)
    },
  }
  await expect(seedDemo({ database, images: smallDisk, log: () => {} })).rejects.toBeInstanceOf(
    ImageStoreFull,
  )
  expect(await imageFiles()).toEqual([])
  expect(await database.selectFrom('categories').selectAll().execute()).toEqual([])
})

it('three servers started at once on an empty database come up, with one administrator and one demo: every row, and every image at every width', {
  timeout: 200_000,
}, async () => {
  const name = `${inject('template')}_empty`
  const url = withDatabase(inject('postgresUrl'), name)
  await administer(inject('postgresUrl'), `create database ${name}`)
  onTestFinished(() => administer(inject('postgresUrl'), `drop database ${name} with (force)`))
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'on' }
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(env)))
  for (const { isReady } of servers) await vi.waitUntil(isReady, { timeout: 150_000, interval: 200 })
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0])
  const output = servers.map((server) => server.output()).join('\n')
  expect(output.match(/^Demo: /gm)).toHaveLength(1)
  expect(output.match(/^Primer administrador: /gm)).toHaveLength(1)
  const database = openDatabase(url)
  const administrators = await database.selectFrom('users').select('role').execute()
  expect(administrators).toEqual([{ role: 'Administrador' }])

  const products = await database
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .innerJoin('suppliers', 'suppliers.id', 'products.supplier_id')
    .selectAll('products')
    .select(['categories.name as category', 'suppliers.name as laboratory'])
    .execute()
  expect(products).toHaveLength(demoProducts.length)
  const rows = new Map(products.map((row) => [row.barcode, row]))
  for (const { barcode, tradename, category, laboratory, cost, discount, stock } of demoProducts) {
    expect(rows.get(barcode)).toMatchObject({ tradename, category, laboratory, cost, discount, stock })
  }

  const slides = await database.selectFrom('carousel_images').selectAll().orderBy('position').execute()
  expect(slides.map(({ position, state }) => [position, state])).toEqual([1, 2, 3, 4].map((n) => [n, true]))
  for (const { photo } of slides) expect(await images.read('carousel', photo, 640)).not.toBeNull()
  for (const { photo } of products) expect(await images.read('product', photo, 160)).not.toBeNull()
  const photos = new Set(products.map(({ photo }) => photo)).size
  expect(await imageFiles()).toHaveLength(
    photos * imageKinds.product.widths.length + slides.length * imageKinds.carousel.widths.length,
  )
  const counts = await database
    .selectFrom('product_counts')
    .select(sql<number>`sum(products)::int`.as('n'))
    .execute()
  expect(counts).toEqual([{ n: demoProducts.length }])
})
