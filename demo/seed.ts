import pLimit from 'p-limit'
import { provesRollback } from '#server/database/proves-rollback.ts'
import type { Db } from '#server/database/schema.ts'
import { columnValues } from '#server/features/products/column-values.ts'
import { recordStock } from '#server/features/stock/move-stock.ts'
import { encodePixels } from '#server/images/encode.ts'
import type { ImageKind } from '#server/images/image-kinds.ts'
import type { ImageStore } from '#server/images/image-store.ts'
import { loadSharp } from '#server/images/load-sharp.ts'
import { demoSlides } from './carousel.ts'
import { demoCategories, demoProducts, demoSuppliers } from './catalog.ts'
import { demoCoupons, demoPickups, demoZones } from './delivery-and-codes.ts'
import { drawProduct, type ImageSpec } from './images.ts'

interface Demo {
  readonly database: Db
  readonly images: ImageStore
  readonly log: (message: string) => void
  /** Draws a product as SVG. */
  readonly draw?: (spec: ImageSpec) => string
}

/** Each image is drawn by one thread, which waits for the disk in between: several images at once use the time. */
const concurrentImages = 4

/**
 * Fills an empty shop with the demo: categories, suppliers, products and the carousel with their images, delivery options and
 * codes. Images are stored first, rows follow in one transaction: after a failure there are neither rows nor images.
 */
export async function seedDemo({ database, images, log, draw = drawProduct }: Demo): Promise<void> {
  const started = performance.now()
  const sharp = await loadSharp()
  const stored = new Map<string, { kind: ImageKind; name: string }>()
  const limit = pLimit({ concurrency: concurrentImages, rejectOnClear: true })
  const jobs = listDrawings(draw).map(({ key, kind, svg }) =>
    limit(async () => {
      const pixels = await encodePixels(kind, sharp(Buffer.from(svg())).removeAlpha())
      stored.set(key, { kind, name: await images.put(kind, pixels) })
    }),
  )
  const removeAll = () =>
    Promise.allSettled([...stored.values()].map(({ kind, name }) => images.remove(kind, name)))
  try {
    await Promise.all(jobs)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(jobs)
    await removeAll()
    throw error
  }
  try {
    await insertRows(database, (key) => lookUp(stored, key).name)
  } catch (error) {
    if (provesRollback(error)) await removeAll()
    throw error
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  log(`Demo: ${demoProducts.length} productos y ${stored.size} imágenes en ${seconds} s`)
}

interface Drawing {
  readonly key: string
  readonly kind: ImageKind
  readonly svg: () => string
}

function listDrawings(draw: (spec: ImageSpec) => string): Drawing[] {
  const specs = new Map(demoProducts.map(({ image }) => [imageKey(image), image]))
  return [
    ...demoSlides.map(({ name, svg }) => ({ key: name, kind: 'carousel' as const, svg: () => svg })),
    ...[...specs].map(([key, spec]) => ({ key, kind: 'product' as const, svg: () => draw(spec) })),
  ]
}

/** Products that look the same share one image. */
function imageKey(spec: ImageSpec): string {
  return JSON.stringify(spec)
}

async function insertRows(database: Db, photoOf: (key: string) => string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const categories = await tx
      .insertInto('categories')
      .values(demoCategories.map((name) => ({ name })))
      .returning(['id', 'name'])
      .execute()
    const suppliers = await tx
      .insertInto('suppliers')
      .values([...demoSuppliers])
      .returning(['id', 'name'])
      .execute()
    const ids = {
      categories: new Map(categories.map(({ id, name }) => [name, id])),
      suppliers: new Map(suppliers.map(({ id, name }) => [name, id])),
    }
    const products = await tx
      .insertInto('products')
      .values(
        demoProducts.map((product) => ({
          ...columnValues(product, ids),
          stock: product.stock,
          counted_stock: product.stock,
          photo: photoOf(imageKey(product.image)),
        })),
      )
      .returning('id')
      .execute()
    await recordStock(tx, new Map(products.map(({ id }) => [id, { stock: 0 }])), { cause: 'opening' })
    await tx
      .insertInto('carousel_images')
      .values(demoSlides.map(({ name }, index) => ({ name, photo: photoOf(name), position: index + 1 })))
      .execute()
    await tx.insertInto('pickup_points').values(demoPickups).execute()
    for (const { communes, ...zone } of demoZones) {
      const { id: zone_id } = await tx
        .insertInto('delivery_zones')
        .values(zone)
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('zone_communes')
        .values(communes.map((commune) => ({ zone_id, commune, active: true })))
        .execute()
    }
    await tx.insertInto('coupons').values(demoCoupons).execute()
  })
}

function lookUp<T>(entries: ReadonlyMap<string, T>, key: string): T {
  const value = entries.get(key)
  if (!value) throw new Error(`The demo refers to "${key}", which it doesn't define`)
  return value
}
