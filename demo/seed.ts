import type { Db } from '#server/database/schema.ts'
import { encodePixels } from '#server/images/encode.ts'
import type { ImageKind } from '#server/images/image-kinds.ts'
import type { ImageStore } from '#server/images/image-store.ts'
import { loadSharp } from '#server/images/load-sharp.ts'
import { demoSlides } from './carousel.ts'
import { demoCategories, demoProducts, demoSuppliers } from './catalog.ts'
import { drawProduct } from './images.ts'

interface Demo {
  readonly database: Db
  readonly images: ImageStore
  readonly log: (message: string) => void
}

/** Images drawn at the same time. The drawing is one thread each, and waits for the disk in between. */
const atOnce = 4

/**
 * Fills an empty shop with the demo: categories, laboratories, products and the carousel, with their images. The
 * images come first, the rows in one transaction after them: a seeding cut short leaves no row without its image,
 * and nothing that a second one would trip over.
 */
export async function seedDemo({ database, images, log }: Demo): Promise<void> {
  const started = performance.now()
  const sharp = await loadSharp()
  const kept: [ImageKind, string][] = []
  const keep = async (kind: ImageKind, svg: string) => {
    const name = await images.put(kind, await encodePixels(kind, sharp(Buffer.from(svg)).removeAlpha()))
    kept.push([kind, name])
    return name
  }
  try {
    const slides = await eachOf(demoSlides, ({ svg }) => keep('carousel', svg))
    const different = [...new Map(demoProducts.map(({ image }) => [JSON.stringify(image), image]))]
    const names = await eachOf(different, ([, image]) => keep('product', drawProduct(image)))
    const photos = new Map(different.map(([key], at) => [key, names[at] ?? '']))
    await insertRows(database, slides, (image) => photos.get(JSON.stringify(image)) ?? '')
  } catch (error) {
    await Promise.allSettled(kept.map(([kind, name]) => images.remove(kind, name)))
    throw error
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  log(`Demo: ${demoProducts.length} productos y ${kept.length} imágenes en ${seconds} s`)
}

async function insertRows(
  database: Db,
  slides: readonly string[],
  photoOf: (image: (typeof demoProducts)[number]['image']) => string,
): Promise<void> {
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
    const categoryIds = new Map(categories.map(({ id, name }) => [name, id]))
    const supplierIds = new Map(suppliers.map(({ id, name }) => [name, id]))
    await tx
      .insertInto('products')
      .values(
        demoProducts.map((product) => ({
          barcode: product.barcode,
          tradename: product.tradename,
          category_id: idOf(categoryIds, product.category),
          supplier_id: idOf(supplierIds, product.laboratory),
          dcm: product.dcm,
          health_register: product.healthRegister,
          stock: product.stock,
          cost: product.cost,
          discount: product.discount,
          photo: photoOf(product.image),
          bioequivalent: product.bioequivalent,
          generic: product.generic,
          prescription: product.prescription,
          direct_sale: product.directSale,
          form: product.pharmaceuticalForm,
          quantity: product.quantity,
          legal_warning: product.legalWarning,
        })),
      )
      .execute()
    await tx
      .insertInto('carousel_images')
      .values(demoSlides.map(({ name }, at) => ({ name, photo: slides[at] ?? '', position: at + 1 })))
      .execute()
  })
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo names "${name}", which it doesn't have`)
  return id
}

/** Works on a few items at a time; the results are in the items' order. After a failure nothing new begins. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      const item = items[at] as T
      try {
        results[at] = await work(item)
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}
