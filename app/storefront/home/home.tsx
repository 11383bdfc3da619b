import { Suspense, useEffect } from 'react'
import { href, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { store } from '#store'
import { type Api, apiContext, browserApi } from '../../api/client.ts'
import { foundPage } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { notice } from '../../ui/notice.tsx'
import { toCards } from '../shop/product-card.tsx'
import { OFFERS_URL } from '../shop/shop-links.ts'
import { Agreements } from './agreements.tsx'
import { Carousel } from './carousel.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { ChatButton } from './chat-button.tsx'
import { DutyPharmacy } from './duty-pharmacy.tsx'
import { Hero } from './hero.tsx'
import { pharmacyData } from './pharmacy-data.ts'
import { ProductRow } from './product-row.tsx'
import { Teaser } from './teaser.tsx'
import { Visit } from './visit.tsx'

const NO_PRODUCTS = { onSale: [], bestSellers: [], newest: [], categories: [] }

/**
 * The visible images by position; null when they failed to load, which a dialog on the page says. The failure of the
 * products is silent (docs/product.md#silent-failures).
 */
async function load(api: Api) {
  const [carousel, products] = await Promise.all([
    api.listCarousel().catch(() => null),
    loadProducts(api).catch(() => NO_PRODUCTS),
  ])
  const slides = carousel?.data
    .filter(({ state }) => state)
    .sort((one, other) => one.position - other.position)
    .map(({ _id, photo, name, link }) => ({ id: _id, photo, name, link }))
  return { slides: slides ?? null, products }
}

async function loadProducts(api: Api) {
  const { onSale, bestSellers, newest, categories = [] } = (await api.listHome()).data
  return {
    onSale: await toCards(onSale),
    bestSellers: await toCards(bestSellers),
    newest: await toCards(newest),
    categories,
  }
}

/** With what search engines read of the pharmacy: they ask the server, so that its rules aren't part of the scripts. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  ...(await load(context.get(apiContext))),
  pharmacy: pharmacyData(new URL(request.url).origin),
})

export const clientLoader = () => load(browserApi)

export const meta: MetaFunction<typeof loader | typeof clientLoader> = ({ matches, loaderData }) =>
  foundPage(matches, {
    title: pageTitle(),
    description: `${store.name}. ${store.tagline}`,
    path: href('/'),
    data: loaderData && 'pharmacy' in loaderData ? [loaderData.pharmacy] : [],
  })

export default function Home() {
  const { slides, products } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (!slides) void notice.error()
  }, [slides])
  return (
    <>
      <Hero />
      <Carousel slides={slides ?? []} />
      <Suspense>
        <CategoryTiles categories={products.categories} />
        <ProductRow
          id="ofertas"
          title="Ofertas"
          products={products.onSale}
          more={{ to: OFFERS_URL, label: 'Ver todas las ofertas' }}
        />
        <ProductRow id="mas-vendidos" title="Más vendidos" products={products.bestSellers} />
        <ProductRow id="novedades" title="Novedades" products={products.newest} />
      </Suspense>
      <Suspense>
        <Teaser />
        <Agreements />
        <DutyPharmacy />
        <Visit />
      </Suspense>
      <ChatButton />
    </>
  )
}
