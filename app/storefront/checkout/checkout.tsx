import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  href,
  type MetaFunction,
  redirect,
  replace,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { ORDER_PARAMETER, placedOrderUrl } from '#domain/screen-urls.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { readCart } from '../../cart/cart.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { readSession } from '../../session/session.ts'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { loadAdvice } from '../cart/cart-advice.tsx'
import { askToLogIn } from './ask-to-log-in.ts'
import { CheckoutFrame, OrderForm } from './order-form.tsx'
import { openCheckout } from './place-order.ts'
import { PlacedOrder, PlacedOrderFailure } from './placed-order.tsx'

/**
 * The order that the URL names, otherwise the cart's checkout. Sends visitors home, where the login modal opens and then
 * leads back.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const session = readSession()
  const { pathname, searchParams } = new URL(request.url)
  const orderId = searchParams.get(ORDER_PARAMETER)
  if (!session) {
    void askToLogIn(orderId ? placedOrderUrl(orderId) : href('/finalizar-compra'))
    // Opened by its address or by Back, the checkout is in the history already: Back from home would come here again.
    throw location.pathname === pathname ? replace(href('/')) : redirect(href('/'))
  }
  if (!orderId) return { opened: await loadForm(session.userId) }
  const { signal } = request
  return { placed: await loadOrFailure(() => browserApi.getOrder({ params: { id: orderId }, signal })) }
}

/** Without the profile, the last order or the prescriptions the form works too, with less to offer: their failure is silent. */
async function loadForm(userId: string) {
  const [{ opened, advice, prescriptions }, profile, orders, options] = await Promise.all([
    // Loaded before the page shows, because both stand above the button; and after the cart was synced, as they depend on it.
    openCheckout().then(async (opened) => {
      const [advice, prescriptions] = await Promise.all([
        loadAdvice(readCart()),
        browserApi.listPrescriptions().catch(() => null),
      ])
      return { opened, advice, prescriptions }
    }),
    browserApi.findUser({ params: { id: userId } }).catch(() => null),
    browserApi.listOrders({ params: { id: userId }, query: { page: 1, pageSize: 1 } }).catch(() => null),
    // A failure shows the error page: without the options an order could miss the cost of its delivery.
    browserApi.listDeliveryOptions(),
  ])
  return {
    ...opened,
    ...{ advice, userId, options: options.data, prescriptions: prescriptions?.data ?? [] },
    ...{ profile: profile?.data ?? null, lastOrder: orders?.data[0] ?? null },
  }
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Finalizar compra') },
  { name: 'robots', content: 'noindex' },
]

export default function Checkout() {
  const { placed, opened } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  /** Whether the customer was told in this tab that the order was placed. */
  const [told, setTold] = useState(false)

  /** Opens the order behind the dialog. Its URL replaces the form's: Back doesn't lead to an empty checkout. */
  async function showPlaced({ orderId, message }: { orderId: string; message: string }) {
    void navigate(placedOrderUrl(orderId), { replace: true })
    await notice.alert({
      title: 'Listo!',
      text: `${message} Revise su perfil para ver el estado de su pedido!`,
      icon: 'success',
    })
    setTold(true)
  }

  if (opened) return <OrderForm opened={opened} onPlaced={showPlaced} />
  if (placed.failure === null) return <PlacedOrder order={placed.data} focused={told} />
  return <PlacedOrderFailure message={placed.failure} focused={told} />
}

export function HydrateFallback() {
  return (
    <CheckoutFrame>
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <Skeleton className="h-14" />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Skeleton className="h-[34rem]" />
        <Skeleton className="h-80" />
      </div>
    </CheckoutFrame>
  )
}
