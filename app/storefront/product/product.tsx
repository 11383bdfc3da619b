import { useEffect, useState } from 'react'
import {
  data,
  href,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router'
import type { Product } from '#contract/products.ts'
import { readableName } from '#domain/readable-name.ts'
import { PRODUCT_PARAMETER, productUrl } from '#domain/screen-urls.ts'
import { type Api, ApiError, apiContext, browserApi } from '../../api/client.ts'
import { takePrefetched } from '../../boot/prefetched.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { foundPage, originOf } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BuyBar, useBuying } from './buy-box.tsx'
import { Alternatives, RecentlySeen } from './other-products.tsx'
import { crumbsOf, photoPath, productData } from './product-data.ts'
import { ProductDetails } from './product-details.tsx'
import { type Priced, withUnitPrices } from './unit-price.tsx'

const KEY = 'product'

const SHOP = href('/tienda')

/** The product is null when it doesn't exist. */
async function load(api: Api, id: string) {
  try {
    const [product = null] = await withUnitPrices([(await api.getProduct({ params: { id } })).data])
    return data({ product, idInStorage: false })
  } catch (error) {
    // 400: an id that no product can have.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return notFound()
    throw error
  }
}

const notFound = () => data({ product: null, idInStorage: false }, 404)

const idIn = (url: string) => new URL(url).searchParams.get(PRODUCT_PARAMETER)

/** Without an id in the URL, the browser looks for it in its storage. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const id = idIn(request.url)
  if (!id) return data({ product: null, idInStorage: true })
  return load(context.get(apiContext), id).catch((error: unknown) => {
    throw error instanceof ApiError ? data(null, { status: error.status }) : error
  })
}

/** For boot/prefetch-pages.ts. */
export const loadInAdvance = async (url: URL) => load(browserApi, idIn(url.href) ?? '')

export const clientLoader = ({ request }: LoaderFunctionArgs) => {
  const id = idIn(request.url)
  if (id) return takePrefetched<ReturnType<typeof load>>(request.url) ?? load(browserApi, id)
  const stored = localStorage.getItem(KEY)
  return stored ? redirect(productUrl(stored)) : notFound()
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const product = loaderData?.product
  if (!product) return [{ title: pageTitle('Producto') }, { name: 'robots', content: 'noindex' }]
  const about = [product.dcm, product.form, product.quantity, product.laboratory].filter(Boolean).join(' · ')
  const page = foundPage(matches, {
    title: pageTitle(readableName(product.tradename)),
    description: about,
    path: productUrl(product._id),
    image: photoPath(product),
    data: productData(product, originOf(matches)),
  })
  // A retired product isn't sold any more: old links keep working, but nobody should find it.
  return product.retired ? [...page, { name: 'robots', content: 'noindex' }] : page
}

export default function ProductPage() {
  const { product, idInStorage } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [noneStored, setNoneStored] = useState(false)

  useEffect(() => {
    if (product) localStorage.setItem(KEY, product._id)
  }, [product])
  useEffect(() => {
    if (!idInStorage) return
    const id = localStorage.getItem(KEY)
    if (id) navigate(productUrl(id), { replace: true })
    else setNoneStored(true)
  }, [idInStorage, navigate])

  return (
    <div className="frame pt-4 pb-10 md:pt-8 md:pb-16">
      <div className="flex items-center gap-2 sm:gap-4">
        <BackLink
          to={SHOP}
          paths={[SHOP, href('/productos')]}
          className="-ml-2 min-h-11 rounded-lg px-2 hover:bg-mint"
        />
        {product && <Breadcrumbs product={product} />}
      </div>
      {product ? (
        <FoundProduct key={product._id} product={product} />
      ) : idInStorage && !noneStored ? (
        <Loading />
      ) : (
        <NotFound />
      )}
    </div>
  )
}

/** The path to a product in one line, which cuts off the last names if there is no room. */
function Breadcrumbs({ product }: { product: Product }) {
  const crumbs = crumbsOf(product)
  return (
    <nav aria-label="Ruta" className="min-w-0 text-sm">
      <ol className="flex min-w-0 items-center">
        {crumbs.map(({ name, to }, index) => (
          <li
            key={to}
            // On a phone the product's name, the last one, stands right below.
            className={`flex items-center last:max-sm:hidden ${index < 2 ? 'shrink-0' : 'min-w-0'}`}
          >
            {index > 0 && <Icon name="chevron-right" className="size-4 shrink-0 text-soft" />}
            {index < crumbs.length - 1 ? (
              <Link
                to={to}
                className="inline-flex min-h-11 min-w-0 items-center rounded-lg px-1.5 hover:text-brand hover:underline"
              >
                <span className="truncate">{name}</span>
              </Link>
            ) : (
              <span aria-current="page" className="truncate px-1.5 text-soft">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function FoundProduct({ product }: { product: Priced<Product> }) {
  const buying = useBuying(product)
  return (
    <>
      <ProductDetails product={product} buying={buying} />
      <Alternatives product={product} />
      <RecentlySeen id={product._id} />
      <BuyBar product={product} buying={buying} />
    </>
  )
}

function Loading() {
  return (
    <div className="mt-2 grid gap-6 md:grid-cols-2 md:gap-10" role="status">
      <span className="sr-only">Cargando producto...</span>
      <Skeleton className="aspect-square" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-24" />
      </div>
    </div>
  )
}

function NotFound() {
  return (
    <div className="card mt-2 grid justify-items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-xl">No encontramos este producto</h1>
      <p className="max-w-prose text-soft">
        Puede que ya no esté a la venta o que el enlace esté incompleto.
      </p>
      <LinkButton to={href('/tienda')}>Ver la tienda</LinkButton>
    </div>
  )
}
