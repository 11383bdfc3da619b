import type { Order } from '#contract/orders.ts'
import { isPaid } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import type { ModalProps, OpenedModal } from '../../orders/opened-modal.ts'
import { rejectionOf } from '../../orders/rejected-proof.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { OrderTransfers } from './order-transfers.tsx'
import { OriginalReceived } from './original-received.tsx'
import { labelsUrl, packingUrl } from './packing-slips.ts'
import { reviewName } from './paper-cells.tsx'
import { isReviewable } from './prescription-review.tsx'
import { isToCheck } from './proof-check.tsx'
import { isToReview } from './review-decision.tsx'
import { Shipment } from './shipment.tsx'
import { StatusSelect } from './status-select.tsx'

export function OrderActions({ order, open }: ModalProps) {
  const show = (kind: OpenedModal['kind']) => open({ kind, order, fromDetails: true })
  return (
    <section
      aria-label="Acciones del pedido"
      className="grid gap-3 rounded-lg border border-line p-4 print:hidden"
    >
      <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
        <span className="min-w-0 wrap-anywhere">
          N° {order.nro_delivery}, {order.name} {order.lastName}
        </span>
        <span className="tabular-nums">{formatPrice(Math.round(order.total))}</span>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span className="pt-2 text-soft">Estado</span>
        <StatusSelect order={order} />
      </div>
      <Shipment order={order} />
      <OrderTransfers order={order} />
      <ProofAction order={order} show={show} />
      <PrescriptionAction order={order} show={show} />
      <OriginalReceived order={order} />
      <Button look="secondary" icon="receipt" wide onClick={() => show('payment-methods')}>
        Medios de pago
      </Button>
      <LinkButton to={packingUrl([order._id])} state={FROM_LIST} look="secondary" icon="print" wide>
        Imprimir para preparar
      </LinkButton>
      <LinkButton to={labelsUrl([order._id])} state={FROM_LIST} look="secondary" icon="tag" wide>
        Etiqueta
      </LinkButton>
    </section>
  )
}

function PrescriptionAction({ order, show }: { order: Order; show: (kind: OpenedModal['kind']) => void }) {
  if (!isReviewable(order) && !order.prescription.sent) return null
  return (
    <Button
      look={isToReview(order) ? 'primary' : 'secondary'}
      icon="prescription"
      wide
      onClick={() => show('prescription-view')}
    >
      {reviewName(order)}
    </Button>
  )
}

function ProofAction({ order, show }: { order: Order; show: (kind: OpenedModal['kind']) => void }) {
  if (order.payment)
    return (
      <Button
        look={isToCheck(order) ? 'primary' : 'secondary'}
        icon="image"
        wide
        onClick={() => show('proof-view')}
      >
        {isToCheck(order) ? 'Revisar' : 'Ver'} comprobante
      </Button>
    )
  if (isPaid(order)) return null
  const reason = rejectionOf(order)
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft wrap-anywhere">
        {reason ? `Se pidió otro comprobante: ${reason}` : 'Sin comprobante de pago.'}
      </p>
      {order.status !== 'cancelled' && (
        <Button look="secondary" icon="upload" wide onClick={() => show('proof-upload')}>
          Subir comprobante
        </Button>
      )}
    </div>
  )
}
