import { useState } from 'react'
import { Link, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { openLogin } from '../../account/login-modal-state.ts'
import { browserApi } from '../../api.ts'
import { type Adjustment, useCart } from '../../browser/cart.ts'
import { readSession, useSession } from '../../browser/session.ts'
import { notice } from '../../ui/notice.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Adjustments } from '../cart/adjustments.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { openCheckout } from './open-checkout.ts'
import { OrderSummary } from './order-summary.tsx'

/** What the summary's button submits. */
const FORM = 'entrega'

/** Only for who has a session; the others go home, where the login modal opens and leads back (design §2.15). */
export async function clientLoader() {
  const session = readSession()
  if (!session) {
    void askToLogIn()
    throw redirect('/')
  }
  const [entered, profile] = await Promise.all([
    openCheckout(),
    browserApi.findUser({ params: { id: session.userId } }).then(
      (answer) => answer.data,
      () => null,
    ),
  ])
  return { ...entered, profile, userId: session.userId }
}
clientLoader.hydrate = true as const

async function askToLogIn() {
  await notice.show({ title: 'Por favor inicia sesion', icon: 'warning', timer: 1_500 })
  openLogin({ returnTo: '/finalizar-compra' })
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Finalizar compra') },
  { name: 'robots', content: 'noindex' },
]

export default function Checkout() {
  const entered = useLoaderData<typeof clientLoader>()
  const lines = useCart()
  const session = useSession()
  const [adjusted, setAdjusted] = useState<Adjustment[]>(entered.adjusted)
  const [sending, setSending] = useState(false)
  const [placed, setPlaced] = useState(false)

  return (
    <Frame>
      <div className="grid gap-3">
        {!session && (
          <p className="rounded-lg bg-mint p-4">
            Si ya tienes una cuenta, puedes iniciar sesión en la parte superior de la pagina.
          </p>
        )}
        <p className="rounded-lg bg-mint p-4">
          ¿Tienes un código de descuento?{' '}
          <Link to="/carrito" className="font-semibold text-brand underline">
            Ingrésalo en tu carrito
          </Link>
        </p>
        {entered.unanswered && !placed && (
          <p role="status" className="rounded-lg bg-amber-pale p-4 text-amber-ink">
            Tu último envío quedó sin respuesta y tu carrito está vacío: es posible que el pedido sí se haya
            recibido. <OrdersLink />
          </p>
        )}
        <Adjustments adjusted={adjusted} />
      </div>
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <DeliveryForm
          id={FORM}
          userId={entered.userId}
          profile={entered.profile}
          onSending={setSending}
          onAdjusted={setAdjusted}
          onPlaced={() => setPlaced(true)}
        />
        <OrderSummary lines={lines} form={FORM} sending={sending}>
          {placed && (
            <p>
              Recibimos tu pedido. <OrdersLink />
            </p>
          )}
        </OrderSummary>
      </div>
    </Frame>
  )
}

/** A customer's orders are in the profile, which staff don't have. */
function OrdersLink() {
  if (useSession()?.role !== 'Cliente') return null
  return (
    <Link to="/perfil/pedidos" className="font-semibold text-brand underline">
      Ver mis pedidos
    </Link>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="mb-5 text-xl sm:text-2xl">Finalizar compra</h1>
      {children}
    </div>
  )
}

export function HydrateFallback() {
  return (
    <Frame>
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <Skeleton className="h-14" />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Skeleton className="h-[34rem]" />
        <Skeleton className="h-80" />
      </div>
    </Frame>
  )
}
