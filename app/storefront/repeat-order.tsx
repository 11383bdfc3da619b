import { type ClientLoaderFunctionArgs, href, type MetaFunction, replace, useLoaderData } from 'react-router'
import { ORDER_PARAMETER } from '#domain/screen-urls.ts'
import { browserApi } from '../api/client.ts'
import { loadOrFailure } from '../api/server-failure.ts'
import { alertMissingProducts, repeatOrder } from '../orders/repeat-order.ts'
import { pageTitle } from '../pages/page-title.ts'
import { readSession } from '../session/session.ts'
import { RetryButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { askToLogIn } from './checkout/ask-to-log-in.ts'
import { OrdersLink } from './checkout/orders-link.tsx'

/**
 * The page to which a reminder leads: puts the order's products in the cart, as far as they are in stock, and opens the cart
 * under a dialog about the missing products. Visitors log in first. Opening the link twice doesn't double anything.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const url = new URL(request.url)
  const session = readSession()
  if (!session) {
    void askToLogIn(url.pathname + url.search, 'Para repetir tu pedido, entra a tu cuenta.')
    throw replace(href('/'))
  }
  const { userId } = session
  const id = url.searchParams.get(ORDER_PARAMETER) || '-'
  const repeated = await loadOrFailure(async () => {
    const { data: order } = await browserApi.getOrder({ params: { id }, signal: request.signal })
    return { missing: await repeatOrder(order, userId) }
  })
  if (repeated.failure !== null) return repeated
  void alertMissingProducts(repeated.missing)
  throw replace(href('/carrito'))
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Repetir pedido') },
  { name: 'robots', content: 'noindex' },
]

export default function RepeatOrder() {
  const { failure } = useLoaderData<typeof clientLoader>()
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="text-xl sm:text-2xl">No pudimos repetir tu pedido</h1>
      <div role="alert" className="mt-4 grid justify-items-start gap-4">
        <p>{failure}</p>
        <RetryButton />
        <OrdersLink />
      </div>
    </div>
  )
}

export function HydrateFallback() {
  return (
    <div className="frame py-6 md:py-10">
      <p role="status" className="mb-6 text-soft">
        Preparando tu pedido…
      </p>
      <Skeleton className="h-64" />
    </div>
  )
}
