import { useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  href,
  Link,
  type MetaFunction,
  useLocation,
  useParams,
  useRevalidator,
} from 'react-router'
import type { Product } from '#contract/products.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useRestoredDraft } from '../../forms/draft.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icons.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AUDIT } from '../audit/audit-filters.ts'
import { ProductLots } from '../lots/product-lots.tsx'
import { ProductForm } from './product-form.tsx'
import { StockMovements } from './stock/movements.tsx'

export const meta: MetaFunction = ({ params }) => [
  { title: pageTitle(params.id ? 'Editar Producto' : 'Registrar Nuevo Producto') },
]

type LoadedForm = ScreenProps<typeof clientLoader>['loaderData']

/** Loads the names to choose from, and the product of the URL; the URL of a new product has none. */
export function clientLoader({ request: { signal }, params: { id } }: ClientLoaderFunctionArgs) {
  return loadOrFailure(async () => {
    const [categories, suppliers, found] = await Promise.all([
      browserApi.listCategories({ query: { active: true }, signal }),
      browserApi.listSuppliers({ query: {}, signal }),
      id ? browserApi.getProduct({ params: { id }, signal }) : null,
    ])
    const options = {
      categories: categories.data.map(({ categoryName }) => categoryName),
      laboratories: suppliers.data.filter(({ status }) => status === 'Activo').map(({ name }) => name),
    }
    return { options, product: found?.data ?? null }
  })
}

export const HydrateFallback = ProductScreen
export default ProductScreen

/** The screen of a new product, or of the product of the URL; each starts afresh. */
function ProductScreen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { id } = useParams()
  return <Screen key={id ?? 'new'} id={id} loaded={loaderData} />
}

function Screen({ id, loaded }: { id: string | undefined; loaded: LoadedForm }) {
  const { draft } = useRestoredDraft('product')
  const { receiving } = (useLocation().state ?? {}) as { receiving?: true }
  useEffect(() => {
    if (loaded?.failure) void notice.error(loaded.failure)
  }, [loaded])
  return (
    <div className="mx-auto max-w-[64rem]">
      {receiving ? (
        <BackLink to={href('/dashboard/products/receive')}>Volver a la recepción</BackLink>
      ) : (
        <BackLink to={href('/dashboard/products')} />
      )}
      <div className="mt-2 mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-xl">{id ? 'Editar Producto' : 'Registrar Nuevo Producto'}</h1>
        {loaded?.failure === null && loaded.product && (
          <span className="flex flex-wrap items-center gap-x-4">
            <RetireButton product={loaded.product} />
            <a
              href={productUrl(loaded.product._id)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-9 items-center gap-2 font-semibold text-brand text-sm hover:underline"
            >
              <Icon name="external" className="size-5" />
              Ver en la tienda
              <span className="sr-only"> (se abre en otra pestaña)</span>
            </a>
            <Link
              to={AUDIT.url({ subject: loaded.product._id })}
              className="inline-flex items-center min-h-6 gap-2 font-semibold text-brand text-sm hover:underline"
            >
              <Icon name="clock" className="size-5" />
              Ver quién lo cambió
            </Link>
          </span>
        )}
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-[34rem]" />}>
        {({ options, product }) => {
          const own = draft && (draft.row as Product | null)?._id === product?._id ? draft : null
          return (
            <>
              {/* With a draft of this product the form starts again. */}
              <ProductForm key={String(own !== null)} options={options} loaded={product} draft={own} />
              {product && (
                <>
                  <ProductLots product={product} />
                  <StockMovements productId={product._id} stock={product.stock} />
                </>
              )}
            </>
          )
        }}
      </WhenLoaded>
    </div>
  )
}

/** Retires a product from the shop, or puts it back. Unsaved text in the form stays. */
function RetireButton({ product: { _id, tradename, retired } }: { product: Product }) {
  const { revalidate } = useRevalidator()
  return (
    <span className="flex flex-wrap items-center gap-3">
      {retired && <Badge>Retirado</Badge>}
      <ActionButton
        look="quiet"
        small
        act={async () => {
          const change = { kind: 'retired', retired: !retired } as const
          await browserApi.changeProducts({ body: { selection: { ids: [_id] }, change } })
          await revalidate()
        }}
        ask={
          retired
            ? undefined
            : {
                title: `¿Retirar ${tradename}?`,
                text: 'Sale de la tienda y de los carritos. Sigue en los pedidos y puede volver a venderse.',
                confirm: 'Retirar',
              }
        }
        dialog="message"
      >
        {retired ? 'Volver a vender' : 'Retirar de la tienda'}
      </ActionButton>
    </span>
  )
}
