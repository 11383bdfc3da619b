import { useEffect, useState } from 'react'
import {
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { type Api, ApiError, apiContext, browserApi } from '../../api.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lastShop } from '../shop/last-shop.ts'
import { Alternatives } from './alternatives.tsx'
import { ProductDetails } from './product-details.tsx'

/** The chosen product's id in browser storage (spec §3). */
const KEY = 'product'
const href = (id: string) => `/descripcion?producto=${encodeURIComponent(id)}`

/** Null for a product that isn't there. */
async function load(api: Api, id: string) {
  try {
    return data({ product: (await api.getProduct({ params: { id } })).data, stored: false })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return unknown()
    throw error
  }
}

const unknown = () => data({ product: null, stored: false }, 404)

const idIn = (request: Request) => new URL(request.url).searchParams.get('producto')

/** Without an id in the URL only the browser knows which product was chosen. */
export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const id = idIn(request)
  return id ? load(context.get(apiContext), id) : data({ product: null, stored: true })
}

export const clientLoader = ({ request }: LoaderFunctionArgs) => {
  const id = idIn(request)
  if (id) return load(browserApi, id)
  const stored = localStorage.getItem(KEY)
  return stored ? redirect(href(stored)) : unknown()
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const product = loaderData?.product
  if (!product) return [{ title: pageTitle('Producto') }]
  const about = [product.dcm, product.form, product.quantity, product.laboratory].filter(Boolean).join(' · ')
  return [{ title: pageTitle(product.tradename) }, { name: 'description', content: about }]
}

export default function ProductPage() {
  const { product, stored } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const shop = useShop()
  const [none, setNone] = useState(false)

  useEffect(() => {
    if (product) localStorage.setItem(KEY, product._id)
  }, [product])
  useEffect(() => {
    if (!stored) return
    const id = localStorage.getItem(KEY)
    if (id) navigate(href(id), { replace: true })
    else setNone(true)
  }, [stored, navigate])

  return (
    <div className="frame pt-4 pb-10 md:pt-8 md:pb-16">
      <Link
        to={shop}
        className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-lg px-2 font-semibold text-brand hover:bg-mint"
      >
        <Icon name="chevron-left" className="size-5" />
        Volver
      </Link>
      {product ? (
        <>
          <ProductDetails key={product._id} product={product} />
          <Alternatives key={`${product._id} others`} product={product} />
        </>
      ) : stored && !none ? (
        <Loading />
      ) : (
        <Unknown />
      )}
    </div>
  )
}

/** The list that one came from, with its filters; the whole shop for who came from elsewhere. */
function useShop(): string {
  const hydrated = useHydrated()
  return (hydrated && lastShop()) || '/tienda'
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

function Unknown() {
  return (
    <div className="card mt-2 grid justify-items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-xl">No encontramos este producto</h1>
      <p className="max-w-prose text-soft">
        Puede que ya no esté a la venta o que el enlace esté incompleto.
      </p>
      <LinkButton to="/tienda">Ver la tienda</LinkButton>
    </div>
  )
}
