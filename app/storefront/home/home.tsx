import { Suspense, useEffect } from 'react'
import { href, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { readOpeningHours } from '#domain/opening-hours.ts'
import { store } from '#store'
import { type Api, apiContext, browserApi } from '../../api/client.ts'
import { foundPage } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { type CardProduct, ProductCard, toCards } from '../shop/product-card.tsx'
import { categoryUrl, OFFERS_URL } from '../shop/shop-links.ts'
import { Carousel } from './carousel.tsx'
import drawings from './category-drawings.svg'
import { Hero } from './hero.tsx'
import { Agreements, DutyPharmacy, Teaser } from './sections.tsx'
import { Visit } from './visit.tsx'

const NO_PRODUCTS = { onSale: [], bestSellers: [], newest: [], categories: [] }

/** The visible images by position; null when they failed to load, and a dialog says so. The failure of the products is silent. */
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

/** Adds the structured data for search engines. They read the server's page, so that the scripts don't need the code for opening hours. */
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
      {/* Above the slides, so that a window of 1280 × 800 shows them without scrolling. */}
      <CategoryTiles categories={products.categories} />
      <Carousel slides={slides ?? []} />
      <Suspense>
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
      {/* A button that stays in the window's corner up to the end of the content, so that it never covers the footer's links. */}
      <a
        href={`https://wa.me/${store.whatsapp}`}
        target="_blank"
        rel="noreferrer"
        aria-label="Escríbenos por WhatsApp (se abre en otra pestaña)"
        className="surface sticky bottom-4 z-30 mr-4 mb-4 -mt-18 ml-auto grid size-14 place-items-center rounded-full bg-panel text-white shadow ring-2 ring-page transition-colors hover:bg-night md:right-8 md:bottom-8 md:mr-8 md:mb-8 md:-mt-22"
      >
        <Icon name="whatsapp" className="size-7" />
      </a>
    </>
  )
}

function pharmacyData(origin: string) {
  const { name, tagline, address, location, phone, email, hours } = store
  return {
    '@type': 'Pharmacy',
    '@id': `${origin}/#farmacia`,
    name,
    description: tagline,
    url: `${origin}/`,
    image: `${origin}/tarjeta.png`,
    telephone: phone,
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      addressCountry: 'CL',
    },
    geo: { '@type': 'GeoCoordinates', ...location },
    openingHoursSpecification: hours.flatMap(readOpeningHours).map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    })),
  }
}

function CategoryTiles({ categories }: { categories: { name: string; drawing: string }[] }) {
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categorias-titulo" className="frame py-4 md:py-8">
      <h2 id="categorias-titulo" className="text-xl">
        Compra por categoría
      </h2>
      <ul className="mt-3 grid grid-cols-3 gap-2 sm:gap-4 lg:grid-cols-6">
        {categories.map(({ name, drawing }) => (
          <li key={name}>
            <Link
              to={categoryUrl(name)}
              className="card grid h-full content-start justify-items-center gap-2 px-1 py-3 text-center transition-shadow hover:shadow"
            >
              <svg className="size-14 sm:size-16" aria-hidden="true">
                <use href={`${drawings}#${drawing}`} />
              </svg>
              <span className="w-full hyphens-auto font-semibold text-sm leading-snug [overflow-wrap:anywhere] max-sm:text-[0.8125rem]">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * A row of the home page's products: four columns in a wide window, elsewhere a line that scrolls sideways. Renders nothing
 * without products.
 */
function ProductRow({
  id,
  title,
  products,
  more,
}: {
  id: string
  title: string
  products: CardProduct[]
  more?: { to: string; label: string }
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="frame py-4 md:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more && (
          <Link to={more.to} className="link inline-flex min-h-11 items-center">
            {more.label}
          </Link>
        )}
      </div>
      {/* The margin around the cards is for their shadows and focus rings, which the scrolling box would cut. */}
      <ul className="-mx-4 mt-1 grid snap-x scroll-px-4 auto-cols-[min(90%,21rem)] grid-flow-col gap-3 overflow-x-auto px-4 py-2 sm:auto-cols-[14rem] sm:gap-5 xl:grid-flow-row xl:grid-cols-4 xl:overflow-visible">
        {products.map((product) => (
          <ProductCard key={product._id} product={product} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
