import pLimit from 'p-limit'
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
 * codes. Images are stored first, rows follow in one transaction. After a failure there are no rows, and the hourly sweep removes the
 * images.
 */
export async function seedDemo({ database, images, log, draw = drawProduct }: Demo): Promise<void> {
  const started = performance.now()
  const sharp = await loadSharp()
  const limit = pLimit(concurrentImages)
  const store = (kind: ImageKind, svg: () => string) =>
    limit(async () =>
      images.put(kind, await encodePixels(kind, sharp(Buffer.from(svg())).removeAlpha())),
    )
  // Products that look the same share one image.
  const looks = new Map(demoProducts.map(({ image }) => [lookOf(image), image]))
  const [slides, photos] = await Promise.all([
    Promise.all(demoSlides.map(({ svg }) => store('carousel', () => svg))),
    Promise.all([...looks.values()].map((look) => store('product', () => draw(look)))),
  ]).finally(() => limit.clearQueue())
  const photoOf = new Map([...looks.keys()].map((look, index) => [look, photos[index]!]))
  await insertRows(database, { slides, photoOf: (image) => photoOf.get(lookOf(image))! })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  log(`Demo: ${demoProducts.length} productos y ${slides.length + photos.length} imágenes en ${seconds} s`)
}

const lookOf = (image: ImageSpec) => JSON.stringify(image)

type StoredImages = { slides: readonly string[]; photoOf: (image: ImageSpec) => string }

async function insertRows(database: Db, { slides, photoOf }: StoredImages): Promise<void> {
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
          photo: photoOf(product.image),
        })),
      )
      .returning('id')
      .execute()
    await recordStock(tx, new Map(products.map(({ id }) => [id, { stock: 0 }])), { cause: 'opening' })
    await tx
      .insertInto('carousel_images')
      .values(demoSlides.map(({ name }, index) => ({ name, photo: slides[index]!, position: index + 1 })))
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
