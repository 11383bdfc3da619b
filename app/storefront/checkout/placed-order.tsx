import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { dueOf, isPaid, isPartlyPaid } from '#domain/order-payment.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { store } from '#store'
import { writtenDay } from '../../orders/order-date.ts'
import { OrderDetails } from '../../orders/order-details.tsx'
import { PaymentMethods } from '../../orders/payment-methods.tsx'
import { concernsPrescription, prescriptionRejection } from '../../orders/prescription-state.tsx'
import { PrescriptionUpload } from '../../orders/prescription-upload.tsx'
import { ProofUpload } from '../../orders/proof-upload.tsx'
import { ProofView } from '../../orders/proof-view.tsx'
import { useLeaveWithSession } from '../../session/session.ts'
import { Button, LinkButton, RetryButton } from '../../ui/button.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { OrdersLink } from './orders-link.tsx'

/**
 * The thank-you: the order, how to pay it, and what to do next.
 *
 * @param focused whether its heading gets the focus, once the dialog of the placed order is closed
 */
export function PlacedOrder({ order, focused }: { order: Order; focused: boolean }) {
  useLeaveWithSession()
  const number = order.nro_delivery
  const pending = order.status === 'pending'
  const isRejected = prescriptionRejection(order) !== undefined
  const prescription = concernsPrescription(order) && (
    <Card id="receta" title="Receta médica" className="print:hidden">
      <PrescriptionUpload order={order} onClose={stay} />
    </Card>
  )
  return (
    <div className="frame py-6 md:py-10">
      <Title focused={focused}>{pending ? '¡Gracias por tu compra!' : `Pedido N°\u00a0${number}`}</Title>
      {pending && (
        <p className="mt-2 text-soft">
          Recibimos tu pedido <strong className="text-ink">N°&nbsp;{number}</strong> por{' '}
          <strong className="text-ink tabular-nums">{formatPrice(Math.round(order.total))}</strong>. Te
          enviamos los detalles a <span className="[overflow-wrap:anywhere]">{order.email}</span>.
        </p>
      )}
      <div className="mt-6 grid gap-6 lg:grid-cols-[26rem_minmax(0,1fr)] xl:grid-cols-[30rem_minmax(0,1fr)] lg:items-start lg:gap-8">
        {order.status !== 'cancelled' && (
          <div className="grid min-w-0 gap-6 empty:hidden">
            {/* A rejected prescription comes first: the mail that asks for another one leads here. */}
            {isRejected && prescription}
            <Payment order={order} />
            {!isRejected && prescription}
          </div>
        )}
        <section aria-labelledby="tu-pedido" className="card min-w-0 p-4 sm:p-6">
          <h2 id="tu-pedido" className="mb-4 text-lg">
            Tu pedido
          </h2>
          <OrderDetails order={order} />
        </section>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
        <LinkButton to={chatUrl(number)} look="secondary" icon="whatsapp" target="_blank" rel="noreferrer">
          Escribir por WhatsApp
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </LinkButton>
        <Button look="secondary" icon="print" onClick={() => window.print()}>
          Imprimir
        </Button>
        <OrdersLink />
      </div>
    </div>
  )
}

function Title({ focused, children }: { focused: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl outline-none sm:text-2xl">
      {children}
    </h1>
  )
}

function Payment({ order }: { order: Order }) {
  const { paid } = order
  if (paid && isPaid(order))
    return (
      <Card id="pago" title="Recibimos tu pago">
        <p>
          Llegaron <strong className="tabular-nums">{formatPrice(paid.amount)}</strong> el{' '}
          <time dateTime={paid.at}>{writtenDay(paid.at)}</time>. No tienes que hacer nada más para pagar.
        </p>
      </Card>
    )
  if (order.payment && !isPartlyPaid(order)) {
    return (
      <Card id="comprobante" title="Comprobante enviado" className="print:hidden">
        <p className="mb-4 text-soft">Recibimos tu comprobante. Revisaremos el pago de tu pedido.</p>
        <ProofView order={order} onClose={stay} />
      </Card>
    )
  }
  if (!orderStatuses[order.status].isOpen) return null
  return (
    <>
      <Card
        id="transferencia"
        title={paid ? `Faltan ${formatPrice(dueOf(order))} por pagar` : 'Paga por transferencia'}
      >
        {paid && (
          <p className="mb-4">
            Recibimos <strong className="tabular-nums">{formatPrice(paid.amount)}</strong> el{' '}
            <time dateTime={paid.at}>{writtenDay(paid.at)}</time>.
          </p>
        )}
        <PaymentMethods order={order} />
      </Card>
      {!order.payment && (
        <Card id="comprobante" title="Sube tu comprobante" className="print:hidden">
          <ProofUpload order={order} onClose={stay} />
        </Card>
      )}
    </>
  )
}

/** Upload and proof call `onClose`, as they are made for modals. Here the order reloads after an upload and nothing closes. */
const stay = () => {}

function Card({
  id,
  title,
  className = '',
  children,
}: {
  id: string
  title: string
  className?: string
  children: React.ReactNode
}) {
  return (
    <section aria-labelledby={id} className={`card min-w-0 p-4 sm:p-6 ${className}`}>
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

const chatUrl = (number: number) =>
  `https://wa.me/${store.whatsapp}?text=${encodeURIComponent(`Hola, les escribo por mi pedido N° ${number}.`)}`

export function PlacedOrderFailure({ message, focused }: { message: string; focused: boolean }) {
  return (
    <div className="frame py-6 md:py-10">
      <Title focused={focused}>No pudimos mostrar tu pedido</Title>
      <div role="alert" className="mt-4 grid justify-items-start gap-4">
        <p>{message}</p>
        <RetryButton />
        <OrdersLink />
      </div>
    </div>
  )
}
