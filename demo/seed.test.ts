import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { imagesFolder } from '#server/images/disk-store.ts'
import { imageKinds } from '#server/images/image-kinds.ts'
import { type ImageStore, ImageStoreFull } from '#server/images/image-store.ts'
import { openImageStore } from '#server/images/open-store.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'
import { createDatabase, openDatabase } from '#tests/app.ts'
import { query, withDatabaseName } from '#tests/postgres-server.ts'
import { startServerProcess } from '#tests/server-process.ts'
import { demoProducts } from './catalog.ts'
import { seedDemo } from './seed.ts'

const database = await createDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'botica-demo-'))
const images = await openImageStore({ dataDir })

afterAll(() => rm(dataDir, { recursive: true }))

async function imageFiles(folder = dataDir) {
  const entries = await readdir(imagesFolder(folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile())
}

async function createEmptyDatabase(name: string) {
  const full = `${inject('template')}_${name}`
  await query(inject('postgresUrl'), `create database ${full}`)
  afterAll(() => query(inject('postgresUrl'), `drop database ${full} with (force)`))
  return withDatabaseName(inject('postgresUrl'), full)
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

it('makes one administrator and one demo, with every row and every image at every width, when three servers prepare an empty database at once', async () => {
  const url = await createEmptyDatabase('race')
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on' })
  // A plain image in place of each product's drawing, which takes long to encode: images.test.ts looks at those.
  const draw = () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
  const prepare = () =>
    prepareDatabase({
      ...{ url, config, log },
      seedDemo: (database) => seedDemo({ database, images, log, draw }),
    })
  const passwords = await Promise.all([prepare(), prepare(), prepare()])
  expect(passwords.filter((password) => password !== null)).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('Demo: '))).toHaveLength(1)
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

  const communes = await database.selectFrom('zone_communes').select('commune').execute()
  expect(communes).toHaveLength(57)
  const coupons = await database.selectFrom('coupons').select('code').execute()
  expect(coupons.map(({ code }) => code).toSorted()).toEqual(['BIENVENIDA', 'ENVIO-GRATIS', 'VERANO'])

  const slides = await database.selectFrom('carousel_images').selectAll().orderBy('position').execute()
  expect(slides.map(({ position, state }) => [position, state])).toEqual([1, 2, 3, 4].map((n) => [n, true]))
  for (const { photo } of slides) expect(await images.read('carousel', photo, 640)).not.toBeNull()
  for (const { photo } of products) expect(await images.read('product', photo, 160)).not.toBeNull()
  const photos = new Set(products.map(({ photo }) => photo)).size
  expect(await imageFiles()).toHaveLength(
    photos * imageKinds.product.widths.length + slides.length * imageKinds.carousel.widths.length,
  )
})

it('fills in the demo and its images when a server starts on an empty database', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'botica-demo-'))
  afterAll(() => rm(DATA_DIR, { recursive: true }))
  const DATABASE_URL = await createEmptyDatabase('first')
  await startServerProcess({ DATABASE_URL, DATA_DIR, DEMO: 'on' })
  await vi.waitUntil(async () => (await imageFiles(DATA_DIR)).length > 0, { timeout: 60_000, interval: 50 })
}, 90_000)
