import { useEffect, useRef } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { ALL, SHOP_PAGE_SIZE } from '#domain/shop.ts'
import { type Api, apiContext, browserApi } from '../../api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { keepShop } from './last-shop.ts'
import { ProductGrid } from './product-grid.tsx'
import { EMPTY, readShop, type ShopState, shopHref } from './shop-url.ts'

/** The names to filter by. The shop works without them, so their failure is silent. */
async function readOptions(api: Api) {
  const [categories, suppliers] = await Promise.all([
    api.listCategories({ query: {} }).catch(() => null),
    api.listSuppliers({ query: {} }).catch(() => null),
  ])
  return {
    categories: categories?.data.flatMap((one) => (one.status ? [one.categoryName] : [])) ?? [],
    brands: suppliers?.data.flatMap((one) => (one.status === 'Activo' ? [one.name] : [])) ?? [],
    complete: categories !== null && suppliers !== null,
  }
}

type Options = Awaited<ReturnType<typeof readOptions>>

/** The list, or null when it could not be had, which the screen says and survives (spec §8). */
async function load(api: Api, url: URL, options: Promise<Options>) {
  const state = readShop(url.searchParams)
  const [list, { categories, brands }] = await Promise.all([
    api
      .listShop({
        params: {
          a: ' ',
          b: ' ',
          category: state.categories.join(',') || ALL,
          supplier: state.brands.join(',') || ALL,
        },
        query: { page: state.page, pageSize: SHOP_PAGE_SIZE, search: state.search },
      })
      .catch(() => null),
    options,
  ])
  const pages = Math.ceil((list?.data.total ?? 0) / SHOP_PAGE_SIZE)
  if (pages > 0 && state.page > pages) throw redirect(shopHref(url.pathname, { ...state, page: pages }))
  return data({ list: list?.data ?? null, pages, categories, brands }, list ? 200 : 503)
}

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext)
  return load(api, new URL(request.url), readOptions(api))
}

/** In the browser the names are asked for once: they hardly change while somebody shops. */
let kept: Promise<Options> | undefined

export const clientLoader = ({ request }: LoaderFunctionArgs) => {
  kept ??= readOptions(browserApi).then((options) => {
    if (!options.complete) kept = undefined
    return options
  })
  return load(browserApi, new URL(request.url), kept)
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Tienda') },
  { name: 'description', content: 'Medicamentos y productos de cuidado personal, con precio por unidad.' },
]

export default function Shop() {
  const { list, pages, categories, brands } = useLoaderData<typeof loader>()
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname } = location
  // While the next list is on its way the filters already show what was chosen.
  const next = useNavigation().location
  const loading = next?.pathname === pathname
  const state = readShop(new URLSearchParams((loading ? next : location).search))
  useLoadFailure(list)
  useEffect(() => keepShop(pathname + location.search), [pathname, location.search])

  // Two quick clicks are two changes, also when the first isn't in the URL yet.
  const wanted = useRef(state)
  const shown = shopHref(pathname, state)
  useEffect(() => {
    wanted.current = readShop(new URL(shown, window.location.origin).searchParams)
  }, [shown])

  function choose(change: (state: ShopState) => Partial<ShopState>, options?: { replace: boolean }) {
    wanted.current = { ...wanted.current, page: 1, ...change(wanted.current) }
    navigate(shopHref(pathname, wanted.current), { preventScrollReset: true, ...options })
  }

  return (
    <div className="frame py-6 md:py-10">
      <h1 className="text-xl sm:text-2xl">Tienda</h1>
      <div className="mt-5 grid gap-x-4 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <form action={pathname} onSubmit={(event) => event.preventDefault()} className="contents">
          <SearchBox
            label="Buscar producto"
            placeholder="Buscar producto..."
            name="buscar"
            value={state.search}
            onSearch={(search) => choose(() => ({ search }), { replace: state.search !== '' })}
            className="lg:col-start-2"
          />
          <FilterPanel
            categories={categories}
            brands={brands}
            state={state}
            total={list?.total}
            onChoose={choose}
          />
        </form>
        <section
          aria-label="Productos"
          className="min-w-0 max-lg:col-span-full lg:col-start-2"
          aria-busy={loading}
        >
          <ActiveFilters pathname={pathname} state={state} />
          {list ? (
            <>
              <p role="status" className="mb-4 text-sm text-soft">
                {resultCount(list.total)}
              </p>
              {list.products.length > 0 ? (
                <ProductGrid products={list.products} dimmed={loading} />
              ) : (
                <Empty filtered={shopHref('', state) !== ''} pathname={pathname} />
              )}
              <div className="mt-8">
                <Pagination
                  page={state.page}
                  pages={pages}
                  label="Páginas de la tienda"
                  href={(page) => shopHref(pathname, { ...state, page })}
                />
              </div>
            </>
          ) : (
            <Failed />
          )}
        </section>
      </div>
    </div>
  )
}

const resultCount = (total: number) =>
  total === 1 ? '1 producto' : `${String(total).replace(/\B(?=(\d{3})+$)/g, '.')} productos`

function useLoadFailure(list: unknown) {
  useEffect(() => {
    if (list !== null) return
    notice.show({
      title: 'Error!',
      text: 'Hubo un error al realizar la petición al servidor!',
      icon: 'error',
    })
  }, [list])
}

function Empty({ filtered, pathname }: { filtered: boolean; pathname: string }) {
  return (
    <div className="card grid justify-items-center gap-4 px-4 py-16 text-center">
      <p className="text-lg">No existen productos registrados</p>
      {filtered ? (
        <>
          <p className="max-w-prose text-soft">Prueba con otra palabra o con menos filtros.</p>
          <LinkButton to={shopHref(pathname, EMPTY)} look="secondary">
            Ver todos los productos
          </LinkButton>
        </>
      ) : (
        <LinkButton to="/" look="secondary">
          Volver al inicio
        </LinkButton>
      )}
    </div>
  )
}

function Failed() {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="card grid justify-items-center gap-4 px-4 py-16 text-center">
      <p className="text-lg">No pudimos cargar los productos</p>
      <Button look="secondary" loading={state === 'loading'} onClick={() => revalidate()}>
        Intentar nuevamente
      </Button>
    </div>
  )
}
