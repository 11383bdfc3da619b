import { type ReactNode, useEffect } from 'react'
import {
  data,
  href,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { joinNames, MAX_NAMES } from '#domain/name-list.ts'
import { ALL, SHOP_PAGE_SIZE } from '#domain/shop.ts'
import { type Api, ApiError, apiContext, browserApi } from '../../api/client.ts'
import { takePrefetched } from '../../boot/prefetched.ts'
import { useDestination } from '../../browser/destination.ts'
import { takeLinkedCoupon } from '../../cart/order-request.ts'
import { rememberList } from '../../listing/back-link.tsx'
import { foundPage } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { LinkButton, RetryButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Suggesting } from '../search/suggesting.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ActiveFilters, CorrectedSearch, OrderSelect, productCount } from './list-head.tsx'
import { type CardProduct, ProductCard, toCards } from './product-card.tsx'
import { SEARCH_PARAMETER } from './shop-links.ts'
import { EMPTY, readShop, type ShopState, shopUrl } from './shop-url.ts'

const NOTHING: CallAnswer<Calls['listShop']> = { data: { products: [], total: 0 } }

/** The list is null when it failed to load, and a dialog says so. */
async function load(api: Api, url: URL) {
  const state = readShop(url.searchParams)
  const list = await api
    .listShop({
      params: {
        a: ' ',
        b: ' ',
        category: joinNames(state.categories) || ALL,
        supplier: joinNames(state.brands) || ALL,
      },
      query: {
        page: state.page,
        pageSize: SHOP_PAGE_SIZE,
        search: state.search,
        exact: state.exact,
        ...Object.fromEntries(state.switches.map((name) => [name, true])),
        minPrice: state.minPrice,
        maxPrice: state.maxPrice,
        order: state.order,
        facets: true,
      },
    })
    .catch((error: unknown) => {
      // No product has an invalid name.
      if (error instanceof ApiError && error.status === 400) return NOTHING
      throw error
    })
    .then(async ({ data }) => ({ ...data, products: await toCards(data.products) }))
    .catch(() => null)
  const pages = Math.ceil((list?.total ?? 0) / SHOP_PAGE_SIZE)
  if (pages > 0 && state.page > pages) throw redirect(shopUrl(url.pathname, { ...state, page: pages }))
  return { list, pages }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const loaded = await load(context.get(apiContext), url)
  if (readShop(url.searchParams).tooMany) return data(loaded, 400)
  return data(loaded, loaded.list ? 200 : 503)
}

/** For boot/prefetch-pages.ts. */
export const loadInAdvance = (url: URL) => load(browserApi, url)

export const clientLoader = ({ request }: LoaderFunctionArgs) =>
  takePrefetched<ReturnType<typeof load>>(request.url) ?? load(browserApi, new URL(request.url))

/** The id of the form that is sent before hydration; the select of the order is outside the form. */
const FORM = 'tienda'

/** A list under two paths has a single canonical path. Filtered lists are noindex. */
export const meta: MetaFunction = ({ matches, location }) => {
  const { page, tooMany, ...chosen } = readShop(new URLSearchParams(location.search))
  const title = pageTitle('Tienda')
  const description = 'Medicamentos y productos de cuidado personal, con precio por unidad.'
  if (tooMany || shopUrl('', { ...chosen, page: 1 }) !== '')
    return [{ title }, { name: 'description', content: description }, { name: 'robots', content: 'noindex' }]
  return foundPage(matches, {
    title,
    description,
    path: shopUrl(href('/tienda'), { ...EMPTY, page }),
  })
}

/**
 * Remembers the code of a link such as `/tienda?codigo=VERANO`. It is read in the browser, since the page is the
 * same for all codes.
 */
function rememberLinkedCoupon() {
  const code = new URLSearchParams(window.location.search).get('codigo')?.slice(0, 40)
  if (code) takeLinkedCoupon(code)
}

export default function Shop() {
  const { list, pages } = useLoaderData<typeof loader>()
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname } = location
  // While the next list loads, the filters already show the new choice.
  const next = useNavigation().location
  const loading = next?.pathname === pathname
  const state = readShop(new URLSearchParams((loading ? next : location).search))
  useEffect(() => {
    if (list === null) void notice.error()
  }, [list])
  useEffect(() => rememberList(location, href('/tienda')), [location])
  useEffect(rememberLinkedCoupon, [])

  const destination = useDestination()
  /**
   * Changes the last choice, even if its list is still loading. Does nothing while another screen loads: a followed link, such as
   * a suggestion, wins over a later search.
   */
  function choose(change: (state: ShopState) => Partial<ShopState>, options?: { replace: boolean }) {
    const going = destination()
    if (going.pathname !== pathname) return
    const chosen = readShop(new URLSearchParams(going.search))
    navigate(shopUrl(pathname, { ...chosen, page: 1, ...change(chosen) }), {
      preventScrollReset: true,
      ...options,
    })
  }

  const isFiltered = shopUrl('', { ...state, order: undefined }) !== ''
  const allProducts = (
    <LinkButton to={shopUrl(pathname, EMPTY)} look="secondary">
      Ver todos los productos
    </LinkButton>
  )
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="text-xl sm:text-2xl">Tienda</h1>
      <div className="mt-5 grid gap-x-4 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <form id={FORM} action={pathname} onSubmit={(event) => event.preventDefault()} className="contents">
          <Suggesting className="min-w-0 lg:col-start-2">
            <SearchBox
              label="Buscar producto"
              placeholder="Buscar producto..."
              name={SEARCH_PARAMETER}
              value={state.search}
              onSearch={(search) =>
                choose(() => ({ search, exact: undefined }), { replace: state.search !== '' })
              }
            />
          </Suggesting>
          <FilterPanel
            facets={list?.facets}
            state={state}
            total={state.tooMany ? undefined : list?.total}
            more={list?.more}
            onChoose={choose}
          />
        </form>
        <section
          aria-label="Productos"
          className="min-w-0 max-lg:col-span-full lg:col-start-2"
          aria-busy={loading}
        >
          <ActiveFilters pathname={pathname} state={state} />
          {state.tooMany ? (
            <NoList
              title="Son demasiados filtros"
              text={`Elige hasta ${MAX_NAMES} categorías y ${MAX_NAMES} marcas.`}
            >
              {allProducts}
            </NoList>
          ) : list ? (
            <>
              <CorrectedSearch pathname={pathname} state={state} list={list} />
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p role="status" className="text-sm text-soft">
                  {list.more && 'Más de '}
                  {productCount(list.total)}
                </p>
                <OrderSelect state={state} form={FORM} onChoose={(order) => choose(() => ({ order }))} />
              </div>
              {list.products.length > 0 ? (
                <Products
                  of={list.products}
                  // In an order that the customer chose, all products are together.
                  parted={!state.order || state.order === 'relevance'}
                  loading={loading}
                />
              ) : (
                <NoList
                  title="No existen productos registrados"
                  text={isFiltered && 'Prueba con otra palabra o con menos filtros.'}
                >
                  {isFiltered ? (
                    allProducts
                  ) : (
                    <LinkButton to={href('/')} look="secondary">
                      Volver al inicio
                    </LinkButton>
                  )}
                </NoList>
              )}
              <div className="mt-8">
                <Pagination
                  page={state.page}
                  pages={pages}
                  label="Páginas de la tienda"
                  href={(page) => shopUrl(pathname, { ...state, page })}
                />
                {list.more && state.page === pages && (
                  <p className="mt-4 text-center text-soft">
                    Hay más productos. Agrega una palabra o un filtro para encontrarlos.
                  </p>
                )}
              </div>
            </>
          ) : (
            <NoList title="No pudimos cargar los productos">
              <RetryButton />
            </NoList>
          )}
        </section>
      </div>
    </div>
  )
}

/**
 * Products in 1 to 4 columns; `parted`: those that can be bought, and below a line the others. `loading` dims them while the next
 * list loads, after a moment, so that quick answers don't flicker.
 */
function Products({ of, parted, loading }: { of: CardProduct[]; parted: boolean; loading: boolean }) {
  const grid = (products: CardProduct[], first = 0) => (
    <ul
      className={`grid gap-3 transition-opacity sm:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4 ${loading ? 'motion-safe:opacity-45 motion-safe:delay-150' : ''}`}
    >
      {products.map((product, index) => (
        <ProductCard
          key={product._id}
          product={product}
          load={first + index === 0 ? 'first' : first + index < 4 ? 'early' : 'lazy'}
        />
      ))}
    </ul>
  )
  const sold = of.filter(({ buyable }) => buyable || !parted)
  const others = of.filter((product) => !sold.includes(product))
  return (
    <>
      {sold.length > 0 && grid(sold)}
      {others.length > 0 && (
        <section aria-labelledby="consulta">
          <h2
            id="consulta"
            className={`border-line border-t pt-4 pb-3 text-lg ${sold.length > 0 ? 'mt-6' : ''}`}
          >
            Consulta en la farmacia
          </h2>
          {grid(others, sold.length)}
        </section>
      )}
    </>
  )
}

function NoList({ title, text, children }: { title: string; text?: string | false; children: ReactNode }) {
  return (
    <div className="card grid justify-items-center gap-4 px-4 py-16 text-center">
      <p className="text-lg">{title}</p>
      {text && <p className="max-w-prose text-soft">{text}</p>}
      {children}
    </div>
  )
}
