import { adviceCalls } from '#contract/advice.ts'
import { homeCalls } from '#contract/home.ts'
import { productCalls } from '#contract/products.ts'
import { repeatedIngredients } from '#domain/equivalence/ingredients.ts'
import { shownTexts } from '#domain/shown-texts.ts'
import type { Db } from '../../database/schema.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { AvifQueue } from '../../images/avif-queue.ts'
import { isId, Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { findProduct, presentForShop } from '../products/queries.ts'
import { listAlternatives } from './list-alternatives.ts'
import { listHome } from './list-home.ts'
import { listShop } from './list-shop.ts'

/** The shop's calls, open to visitors. */
export function shopRoutes(serve: Serve, { images }: Services, avifQueue: AvifQueue) {
  serve(
    productCalls.listShop,
    async ({ params, query, reader }) => ({ data: await listShop(reader, { ...params, ...query }) }),
    { cache: 'public' },
  )

  serve(homeCalls.listHome, async ({ reader }) => ({ data: await listHome(reader) }), { cache: 'public' })

  serve(
    productCalls.getProduct,
    async ({ params, session, reader }) => {
      const [product, found] = await Promise.all([findProduct(reader, requireId(params.id)), session()])
      if (!product) throw new Refusal('NOT_FOUND')
      return { data: found?.role === 'Administrador' ? product : presentForShop(product) }
    },
    { cache: 'public' },
  )

  serve(
    productCalls.listAlternatives,
    async ({ params, reader }) => {
      const found = await listAlternatives(reader, requireId(params.id))
      if (!found) throw new Refusal('NOT_FOUND')
      return { data: found.map((product) => ({ ...product, ...shownTexts(product) })) }
    },
    { cache: 'public' },
  )

  // Not cached, because carts rarely have the same products.
  serve(adviceCalls.productAdvice, async ({ query, reader }) => ({
    data: await productAdvice(reader, query.products.split(',')),
  }))

  serve(productCalls.productImage, ({ params, query, reply }) =>
    sendImage(reply, images, {
      kind: 'product',
      name: params.photo,
      width: query.width,
      avif: query.format && avifQueue,
    }),
  )
}

/** The most products: those of the largest cart. */
const MAX_PRODUCTS = 200

/** Reads the active ingredients that several products share, and the products that need a prescription. */
async function productAdvice(database: Db, ids: string[]) {
  const known = ids.filter(isId).slice(0, MAX_PRODUCTS)
  const products =
    known.length === 0
      ? []
      : await database
          .selectFrom('products')
          .select(['id', 'tradename', 'dcm', 'prescription'])
          .where('id', 'in', [...new Set(known)])
          .orderBy('sort_key')
          .orderBy('id')
          .execute()
  return {
    repeated: repeatedIngredients(products),
    prescription: products.filter(({ prescription }) => prescription).map(({ id }) => id),
  }
}
