import { useEffect, useState } from 'react'
import { href, type MetaFunction, useRouteLoaderData } from 'react-router'
import { keepTogether } from '#domain/keep-together.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { type LocalLine, useCart } from '../../cart/cart.ts'
import { sendQuantities } from '../../cart/cart-quantity.ts'
import { choiceOf, useCoupon, useWantedDelivery } from '../../cart/order-request.ts'
import { type Adjustment, pullCart, pushCart, refreshVisitorCart } from '../../cart/sync-cart.ts'
import { usePrice } from '../../cart/use-price.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { readSession, useSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { NO_CATEGORIES } from '../category-menu.tsx'
import { askToLogIn } from '../checkout/ask-to-log-in.ts'
import type { loader } from '../layout.tsx'
import { deliveryFrom, useDeliverySummary } from '../service-facts.tsx'
import { Adjustments } from './adjustments.tsx'
import { CartAdvice } from './cart-advice.tsx'
import { CartLines } from './cart-lines.tsx'
import { CouponBox } from './coupon-box.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Totals } from './totals.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Carrito') },
  {
    name: 'description',
    content: 'Los productos que elegiste, con sus cantidades y el total. Desde aquí finalizas tu compra.',
  },
]

const loadEmptyCart = () => import('./empty-cart.tsx').then(({ EmptyCart }) => EmptyCart)

export default function Cart() {
  const lines = useCart()
  const hydrated = useHydrated()
  const session = useSession()
  const [adjusted, setAdjusted] = useState<Adjustment[]>([])
  const [updated, setUpdated] = useState(false)

  useEffect(() => {
    // A failure is silent: the lines stay as they are, and the server checks every order.
    const update = readSession()
      ? pullCart()
          .finally(sendQuantities)
          .then(() => [])
      : refreshVisitorCart()
    update.then(setAdjusted, () => {}).finally(() => setUpdated(true))
  }, [])

  // A user's cart that is empty in the browser may have lines on the server, whose arrival would move the page.
  const known = hydrated && (lines.length > 0 || updated || !session)
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="text-xl sm:text-2xl">Carrito</h1>
      {known ? <Content lines={lines} adjusted={adjusted} onAdjusted={setAdjusted} /> : <CartSkeleton />}
    </div>
  )
}

function Content({
  lines,
  adjusted,
  onAdjusted,
}: {
  lines: LocalLine[]
  adjusted: Adjustment[]
  onAdjusted: (adjusted: Adjustment[]) => void
}) {
  const coupon = useCoupon()
  const delivery = choiceOf(useWantedDelivery())
  const price = usePrice({ lines, coupon, delivery })
  const menu = useRouteLoaderData<typeof loader>('storefront/layout')?.menu ?? NO_CATEGORIES
  const isEmpty = lines.length === 0
  const EmptyCart = useLazyPart(loadEmptyCart, { needed: isEmpty })
  return (
    <>
      <div className="mt-5 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid min-w-0 content-start gap-5">
          <Adjustments adjusted={adjusted} />
          <CartLines lines={lines} />
          <div className="flex flex-wrap items-start justify-between gap-3 max-sm:grid max-sm:grid-cols-1">
            <LinkButton to={href('/tienda')} look="secondary" icon="chevron-left">
              Continuar comprando
            </LinkButton>
            {lines.length > 0 && <UpdateButton onAdjusted={onAdjusted} />}
          </div>
        </div>
        <aside className="grid min-w-0 content-start gap-5 sm:max-lg:grid-cols-2" aria-label="Resumen">
          <section aria-labelledby="totales" className="card grid content-start gap-4 p-5">
            <h2 id="totales" className="text-lg">
              Total del carrito
            </h2>
            <Totals price={price} />
            <DeliveryFrom />
            {lines.length > 0 && <CheckoutLink className="w-full max-sm:hidden" />}
          </section>
          <CouponBox empty={lines.length === 0} coupon={coupon} price={price} />
          {/* The advice comes last, so that nothing moves when it arrives. */}
          <CartAdvice lines={lines} className="sm:max-lg:col-span-2" />
        </aside>
      </div>
      {isEmpty && EmptyCart && <EmptyCart menu={menu} />}
      {lines.length > 0 && (
        <PhoneBar amount={price.sums.total}>
          <CheckoutLink />
        </PhoneBar>
      )}
    </>
  )
}

function DeliveryFrom() {
  const delivery = useDeliverySummary()
  const text = delivery && deliveryFrom(delivery)
  return text && <p className="text-sm text-soft tabular-nums">{keepTogether(text)}</p>
}

/** A link to the checkout. A visitor is asked to log in here, over the cart. */
function CheckoutLink({ className = '' }: { className?: string }) {
  return (
    <LinkButton
      to={href('/finalizar-compra')}
      onClick={(event) => {
        if (readSession() || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void askToLogIn()
      }}
      className={className}
    >
      Finalizar compra
    </LinkButton>
  )
}

/** "Actualizar carrito": sends a user's quantities to the server, and updates a visitor's lines from the catalogue. */
function UpdateButton({ onAdjusted }: { onAdjusted: (adjusted: Adjustment[]) => void }) {
  const [state, setState] = useState<'idle' | 'updating' | 'failed'>('idle')

  async function update() {
    setState('updating')
    try {
      await sendQuantities()
      const adjusted = await (readSession() ? pushCart() : refreshVisitorCart())
      onAdjusted(adjusted)
      setState('idle')
      if (adjusted.length === 0) {
        void notice.toast({ title: 'Carrito actualizado', icon: 'success', timer: 1_500 })
      }
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="grid gap-1.5">
      <Button look="secondary" loading={state === 'updating'} onClick={update}>
        Actualizar carrito
      </Button>
      <FieldError
        error={state === 'failed' ? 'No pudimos actualizar el carrito. Intenta nuevamente.' : undefined}
      />
    </div>
  )
}

const SKELETONS = { 'Total del carrito': 'h-40 sm:h-52', 'Codigos de descuento': 'h-17 sm:h-56' }

/**
 * The cart's placeholder until the browser knows its lines, replaced as a whole. It has the size of two products and the cart's
 * headings, so that nothing visible moves and the largest text shows from the start.
 */
function CartSkeleton() {
  return (
    <div className="mt-5 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <div className="grid min-w-0 content-start gap-5">
        <div className="grid gap-3 md:hidden">
          <Skeleton className="h-55" />
          <Skeleton className="h-55" />
        </div>
        <Skeleton className="h-60 max-md:hidden" />
        <div className="flex flex-wrap justify-between gap-3 max-sm:grid max-sm:grid-cols-1">
          <Skeleton className="h-11 sm:w-56" />
          <Skeleton className="h-11 sm:w-48" />
        </div>
      </div>
      <div className="grid content-start gap-5 sm:max-lg:grid-cols-2">
        {Object.entries(SKELETONS).map(([title, className]) => (
          <div key={title} className={`card grid grid-rows-[auto_minmax(0,1fr)] gap-4 p-5 ${className}`}>
            <h2 className="text-lg">{title}</h2>
            <Skeleton className="h-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
