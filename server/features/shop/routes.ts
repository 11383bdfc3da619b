import { adviceCalls } from '#contract/advice.ts'
import { homeCalls } from '#contract/home.ts'
import { productCalls } from '#contract/products.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { AvifQueue } from '../../images/avif-queue.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { findProduct } from '../products/queries.ts'
import { listAlternatives } from './list-alternatives.ts'
import { listHome } from './list-home.ts'
import { listShop } from './list-shop.ts'
import { productAdvice } from './product-advice.ts'

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
    async ({ params, reader }) => {
      const product = await findProduct(reader, requireId(params.id))
      if (!product) throw new Refusal('NOT_FOUND')
      return { data: product }
    },
    { cache: 'public' },
  )

  serve(
    productCalls.listAlternatives,
    async ({ params, reader }) => {
      const found = await listAlternatives(reader, requireId(params.id))
      if (!found) throw new Refusal('NOT_FOUND')
      return { data: found }
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
