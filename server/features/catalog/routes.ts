import { adviceCalls } from '#contract/advice.ts'
import { categoryCalls } from '#contract/categories.ts'
import { homeCalls } from '#contract/home.ts'
import { productCalls, SHOP_PAGE_SIZE } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { rowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import type { PublicChanges } from '../../http/public-changes.ts'
import type { RefreshAhead } from '../../http/refresh-ahead.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { rightFor, shows, showsReplica } from '../../http/shown.ts'
import type { AvifQueue } from '../../images/avif-queue.ts'
import type { Services } from '../../services.ts'
import { listAlternatives } from './list-alternatives.ts'
import { listHome } from './list-home.ts'
import { listShop } from './list-shop.ts'
import { productAdvice } from './product-advice.ts'
import { categoryMenu, findProduct, listCategories, listSuppliers } from './queries.ts'
import {
  CATEGORIES,
  equalsTopic,
  HOME,
  LISTS,
  NAMES,
  productTopic,
  productTopics,
  shopTopics,
} from './shop-topics.ts'
import { readVocabulary, type Vocabulary } from './vocabulary.ts'

/** Milliseconds: sales alone change the order of the best sellers, which may show a moment later. */
const BEST_SELLERS_LIFETIME = 60_000

/** The calls that read the catalogue, open to visitors. */
export function catalogRoutes(
  serve: Serve,
  { images, database }: Services,
  { changes, ahead }: { changes: PublicChanges; ahead: RefreshAhead },
  avifQueue: AvifQueue,
) {
  const vocabularies = new ResponseCache<Vocabulary>(changes, { maxBytes: Number.MAX_SAFE_INTEGER, ahead })
  const vocabularyOf = (reader: Db) =>
    vocabularies.get(reader === database ? 'database' : 'replica', () => {
      shows(LISTS)
      if (reader !== database) showsReplica()
      return readVocabulary(reader)
    })

  serve(
    categoryCalls.listCategories,
    ({ query, reader }) => {
      shows(NAMES)
      return listCategories(reader, query)
    },
    { cache: 'public' },
  )

  serve(
    categoryCalls.categoryMenu,
    async ({ reader }) => {
      const menu = await categoryMenu(reader)
      // With few categories the menu has them all, whatever their numbers of products.
      shows(menu.hasMore ? NAMES : CATEGORIES)
      return { data: menu }
    },
    { cache: 'public' },
  )

  serve(
    supplierCalls.listSuppliers,
    async ({ query, session, reader }) => {
      shows(NAMES)
      const everything = (await session())?.role === 'Administrador'
      return listSuppliers(reader, query, { everything })
    },
    { cache: 'public' },
  )

  serve(
    productCalls.listShop,
    async ({ params, query, reader }) => {
      const range = rowRange(query, SHOP_PAGE_SIZE)
      const list = await listShop(reader, { ...params, ...query, ...range }, () => vocabularyOf(reader))
      shows(...shopTopics({ ...params, ...query }, list))
      return { data: list }
    },
    { cache: 'public' },
  )

  serve(
    homeCalls.listHome,
    async ({ reader }) => {
      const rows = await listHome(reader)
      shows(HOME, ...Object.values(rows).flatMap(productTopics))
      rightFor(BEST_SELLERS_LIFETIME)
      return { data: rows }
    },
    { cache: 'public' },
  )

  serve(
    productCalls.getProduct,
    async ({ params, reader }) => {
      const id = requireId(params.id)
      shows(productTopic(id))
      const product = await findProduct(reader, id)
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
      // Not the product's own topic: a sale of it changes none of the others.
      shows(equalsTopic(found.equivalence), ...productTopics(found.products))
      return { data: found.products }
    },
    { cache: 'public' },
  )

  // Not in the cache: hardly two carts are the same.
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
