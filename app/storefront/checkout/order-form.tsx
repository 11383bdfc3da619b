import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import type { LastingPrescription } from '#contract/order-prescriptions.ts'
import type { Order } from '#contract/orders.ts'
import type { Store } from '#contract/store.ts'
import type { User } from '#contract/users.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { store } from '#store'
import { type ApiError, browserApi } from '../../api/client.ts'
import { useCart } from '../../cart/cart.ts'
import { useQuantityProblems } from '../../cart/cart-quantity.ts'
import { useCoupon } from '../../cart/order-request.ts'
import type { Adjustment } from '../../cart/sync-cart.ts'
import { type ShownPrice, usePrice } from '../../cart/use-price.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { Adjustments } from '../cart/adjustments.tsx'
import type { loadAdvice } from '../cart/cart-advice.tsx'
import { DeliveryChoices } from './delivery-choices.tsx'
import { OrderSummary, SubmitBar } from './order-summary.tsx'
import { OrdersLink } from './orders-link.tsx'
import type { OpenedCheckout, OrderRequest } from './place-order.ts'
import { ShippingForm } from './shipping-form.tsx'
import { type Delivery, type DeliveryOptions, useDelivery } from './use-delivery.ts'

const { shipping }: Store = store

/** The id of the shipping form, for the submit buttons outside it. */
const FORM_ID = 'entrega'

type Opened = OpenedCheckout & {
  userId: string
  profile: User | null
  lastOrder: Order | null
  options: DeliveryOptions
  advice: Awaited<ReturnType<typeof loadAdvice>>
  /** The user's lasting prescriptions, with the products of the cart that each covers. */
  prescriptions: LastingPrescription[]
}

export function OrderForm({
  opened,
  onPlaced,
}: {
  opened: Opened
  onPlaced: (placed: { orderId: string; message: string }) => Promise<void>
}) {
  const lines = useCart()
  const session = useSession()
  const problems = useQuantityProblems()
  // Lines whose quantity couldn't be saved right after a change in the cart: the cart's own message isn't visible here.
  const unchanged = lines.filter(({ productId }) => problems[productId])
  const [adjusted, setAdjusted] = useState<Adjustment[]>(opened.adjusted)
  const [sending, setSending] = useState(false)
  const wanted = useDelivery(opened.options, opened.lastOrder)
  const coupon = useCoupon()
  const price = usePrice({ lines, coupon, delivery: wanted.choice, option: wanted.option })
  const delivery = { ...wanted, missing: wanted.missing ?? (wanted.zone && price.deliveryProblem) }
  const [asked, setAsked] = useState(0)
  const { changed, clearChanged, takeRefusal } = useChanged(price, delivery)
  const hasWays = delivery.kinds.length > 0
  const request: OrderRequest =
    coupon || delivery.choice
      ? {
          ...(coupon && !price.couponProblem && { coupon }),
          ...(delivery.choice && { delivery: delivery.choice }),
          expectedTotal: price.sums.total,
        }
      : {}
  const submitting = { formId: FORM_ID, sending, price }

  return (
    <CheckoutFrame>
      <div className="grid gap-3">
        <Banner icon="info">
          <p className="font-semibold">
            Pagas después, por transferencia. Te mostramos los datos al terminar.
          </p>
          {shipping && !hasWays && <p>{keepTogether(shipping)}</p>}
        </Banner>
        {/* Shown after the session has ended while the page was open. */}
        {!session && (
          <p className="rounded-lg bg-mint p-4">
            Si ya tienes una cuenta, puedes iniciar sesión en la parte superior de la pagina.
          </p>
        )}
        <CouponHint coupon={coupon} problem={price.couponProblem} />
        {opened.unanswered && (
          <p role="status" className="rounded-lg bg-amber-pale p-4 text-amber-ink">
            No alcanzamos a confirmarte el último pedido y tu carrito está vacío: es posible que sí lo hayamos
            recibido. <OrdersLink />
          </p>
        )}
        <Adjustments adjusted={adjusted} />
        {unchanged.map(({ productId, name, quantity }) => (
          <p
            key={productId}
            role="status"
            className="rounded-lg bg-amber-pale p-4 text-amber-ink [overflow-wrap:anywhere]"
          >
            {keepTogether(readableName(name))}: no pudimos cambiar la cantidad, quedó en {quantity}. Revísala
            antes de continuar.
          </p>
        ))}
      </div>
      <div className="mt-6 grid gap-6 lg:items-start lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <div className="grid min-w-0 gap-6">
          {hasWays && (
            <DeliveryChoices
              delivery={delivery}
              price={price}
              asked={asked}
              changed={changed?.about === 'delivery' && <Changed>{changed.message}</Changed>}
            />
          )}
          <ShippingForm
            id={FORM_ID}
            opened={opened}
            delivery={delivery}
            request={request}
            onIncomplete={() => setAsked(asked + 1)}
            onRefused={takeRefusal}
            onSending={(now) => {
              setSending(now)
              if (now) clearChanged()
            }}
            onAdjusted={setAdjusted}
            onPlaced={onPlaced}
          />
        </div>
        <OrderSummary
          lines={lines}
          {...submitting}
          advice={opened.advice}
          prescriptions={opened.prescriptions}
          changed={changed?.about === 'price' && <Changed>{changed.message}</Changed>}
        />
      </div>
      {lines.length > 0 && <SubmitBar {...submitting} />}
    </CheckoutFrame>
  )
}

/** Leads to the cart's coupon box; with a remembered code it says whether the code counts. */
function CouponHint({ coupon, problem }: { coupon: string; problem: ShownPrice['couponProblem'] }) {
  const code = problem?.code ?? coupon
  return (
    <p role="status" className="rounded-lg bg-mint p-4">
      {code ? (
        <>
          Código de descuento <strong className="wrap-anywhere">{code}</strong>.{' '}
          {problem && `${problem.message} `}
        </>
      ) : (
        '¿Tienes un código de descuento? '
      )}
      <Link to={href('/carrito')} className="link">
        {code ? 'Cámbialo en tu carrito' : 'Ingrésalo en tu carrito'}
      </Link>
    </p>
  )
}

type ChangedOrder = { about: 'price' | 'delivery'; message: string }

/**
 * A change of price or delivery between the customer's view and the submit. Its message shows beside the price or the delivery,
 * and the next submit orders with the change.
 */
function useChanged({ recount, sums }: ShownPrice, { replaceOptions }: Delivery) {
  const [changed, setChanged] = useState<ChangedOrder>()

  function takeRefusal(refusal: ApiError): boolean {
    const { code, message } = refusal
    const now = refusal.dataOf('PRICE_CHANGED')
    if (now && 'price' in now) {
      const [before, after] = [sums.total, now.price.total].map(formatPrice)
      setChanged({
        about: 'price',
        message: `El total cambió: era ${before}, ahora es ${after}. Revísalo y confirma tu pedido.`,
      })
    } else if (code === 'NO_DELIVERY_THERE') {
      setChanged({ about: 'delivery', message })
    } else if (code.startsWith('COUPON_')) {
      setChanged({
        about: 'price',
        message: `${message} Revisa el total sin el código y confirma tu pedido.`,
      })
    } else return false
    recount()
    void reloadOptions()
    return true
  }

  /** Prices and delivery options may have changed. A failure is silent: the server checks the order again. */
  const reloadOptions = () =>
    browserApi.listDeliveryOptions().then(
      ({ data }) => replaceOptions(data),
      () => undefined,
    )

  return { changed, clearChanged: () => setChanged(undefined), takeRefusal }
}

function Changed({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Banner ref={box} role="alert" tabIndex={-1} tone="yellow" icon="info" className="scroll-mt-20">
      {keepTogether(children)}
    </Banner>
  )
}

export function CheckoutFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="frame py-6 md:py-10">
      <h1 className="mb-5 text-xl sm:text-2xl">Finalizar compra</h1>
      {children}
    </div>
  )
}
