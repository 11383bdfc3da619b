import { useState } from 'react'
import { href, Link, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { browserApi } from '../../api.ts'
import type { Adjustment } from '../../browser/cart.ts'
import { readCart, useCart } from '../../browser/cart-storage.ts'
import { readSession, useSession } from '../../browser/session.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Adjustments } from '../cart/adjustments.tsx'
import { loadAdvice } from '../cart/use-product-advice.ts'
import { askToLogIn } from './ask-to-log-in.ts'
import { openCheckout } from './open-checkout.ts'
import { OrderSummary } from './order-summary.tsx'
import { ShippingForm } from './shipping-form.tsx'

/** The id of the shipping form, for the submit button outside it. */
const FORM_ID = 'entrega'

/** Sends visitors home, where the login modal opens and then leads back (docs/product.md#guest-checkout). */
export async function clientLoader() {
  const session = readSession()
  if (!session) {
    void askToLogIn()
    throw redirect(href('/'))
  }
  const [{ opened, advice }, profile] = await Promise.all([
    // Before the page shows: it stands above the button.
    openCheckout().then(async (opened) => ({ opened, advice: await loadAdvice(readCart()) })),
    browserApi.findUser({ params: { id: session.userId } }).then(
      (answer) => answer.data,
      () => null,
    ),
  ])
  return { ...opened, advice, profile, userId: session.userId }
}
clientLoader.hydrate = true as const

export const meta: MetaFunction = () => [
  { title: pageTitle('Finalizar compra') },
  { name: 'robots', content: 'noindex' },
]

export default function Checkout() {
  const loaded = useLoaderData<typeof clientLoader>()
  const lines = useCart()
  const session = useSession()
  const [adjusted, setAdjusted] = useState<Adjustment[]>(loaded.adjusted)
  const [sending, setSending] = useState(false)
  const [placed, setPlaced] = useState(false)

  return (
    <CheckoutFrame>
      <div className="grid gap-3">
        {/* The session may end while the page is open. */}
        {!session && (
          <p className="rounded-lg bg-mint p-4">
            Si ya tienes una cuenta, puedes iniciar sesión en la parte superior de la pagina.
          </p>
        )}
        <p className="rounded-lg bg-mint p-4">
          ¿Tienes un código de descuento?{' '}
          <Link to={href('/carrito')} className="font-semibold text-brand underline">
            Ingrésalo en tu carrito
          </Link>
        </p>
        {loaded.unanswered && !placed && (
          <p role="status" className="rounded-lg bg-amber-pale p-4 text-amber-ink">
            Tu último envío quedó sin respuesta y tu carrito está vacío: es posible que el pedido sí se haya
            recibido. <OrdersLink />
          </p>
        )}
        <Adjustments adjusted={adjusted} />
      </div>
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <ShippingForm
          id={FORM_ID}
          userId={loaded.userId}
          profile={loaded.profile}
          onSending={setSending}
          onAdjusted={setAdjusted}
          onPlaced={() => setPlaced(true)}
        />
        <OrderSummary lines={lines} formId={FORM_ID} sending={sending} advice={loaded.advice}>
          {placed && (
            <p>
              Recibimos tu pedido. <OrdersLink />
            </p>
          )}
        </OrderSummary>
      </div>
    </CheckoutFrame>
  )
}

/** Only customers have a profile with their orders, staff don't. */
function OrdersLink() {
  if (useSession()?.role !== 'Cliente') return null
  return (
    <Link to={href('/perfil/pedidos')} className="font-semibold text-brand underline">
      Ver mis pedidos
    </Link>
  )
}

function CheckoutFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="mb-5 text-xl sm:text-2xl">Finalizar compra</h1>
      {children}
    </div>
  )
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
