import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { fullRut } from '#domain/rut.ts'
import { needsPrescription, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import type { ModalProps } from '../../orders/opened-modal.ts'
import { orderMoment, writtenDay } from '../../orders/order-date.ts'
import { PrescriptionState } from '../../orders/prescription-state.tsx'
import { Badge } from '../../ui/badge.tsx'
import { OriginalReceived } from './original-received.tsx'
import { PrescriptionViewer } from './prescription-viewer.tsx'
import { DecidedOrder, PreviousDecision } from './previous-decision.tsx'
import { ReviewDecision } from './review-decision.tsx'

export const isReviewable = ({ status, prescription: { state } }: Order) =>
  status !== 'cancelled' && state !== 'none'

export function PrescriptionReview(props: ModalProps) {
  const { order, decided } = props
  const [shown, setShown] = useState(false)
  const { pages, sent, state } = order.prescription
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_24rem] md:items-start">
      {pages.length > 0 ? (
        <PrescriptionViewer
          key={pages.length}
          order={order}
          first={firstNewPage(order)}
          onShown={() => setShown(true)}
        />
      ) : (
        <p className="grid place-items-center rounded-lg border border-line border-dashed p-6 text-center text-soft md:min-h-60">
          {sent
            ? 'Las imágenes de la receta se borraron al cumplirse su plazo.'
            : state === 'covered'
              ? 'Sin páginas: la cubre una receta vigente.'
              : 'El cliente no ha enviado páginas.'}
        </p>
      )}
      <div className="grid content-start gap-4">
        {decided && <PreviousDecision decided={decided} kind="prescription-view" open={props.open} />}
        <Lines order={order} focused={decided !== undefined} />
        <CoveredBy order={order} />
        <LastDecision order={order} />
        {isReviewable(order) && <ReviewDecision {...props} shown={shown || pages.length === 0} />}
        <OriginalReceived order={order} />
      </div>
    </div>
  )
}

/** The first of the pages sent since the last rejection; the pages before are those that were rejected. */
function firstNewPage({ prescription: { pages, room }, status }: Order): number {
  const current = status === 'pending' ? MAX_PRESCRIPTION_PAGES - room : pages.length
  return current > 0 ? Math.max(0, pages.length - current) : 0
}

function Lines({ order, focused }: { order: Order; focused: boolean }) {
  return (
    <section aria-label="Productos con receta" className="rounded-lg bg-mint p-4">
      <div className="flex flex-wrap items-center gap-2">
        <DecidedOrder order={order} focused={focused} />
        <PrescriptionState order={order} />
      </div>
      <ul className="mt-3 grid gap-2">
        {order.products
          .filter(({ saleCondition }) => needsPrescription(saleCondition))
          .map(({ productId, productName, quantity, saleCondition }) => (
            <li key={productId} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              <strong className="tabular-nums">{quantity} ×</strong>
              <span>
                <span className="block wrap-anywhere">{productName}</span>
                <Badge tone={saleCondition === 'simple' ? 'neutral' : 'yellow'}>
                  {SALE_CONDITION_NAMES[saleCondition]}
                </Badge>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}

function CoveredBy({ order }: { order: Order }) {
  const names = new Map(order.products.map(({ productId, productName }) => [productId, productName]))
  return order.prescription.coveredBy.map(({ _id, prescriber, products, deliveries, left, validUntil }) => (
    <section key={_id} aria-label="Receta vigente" className="rounded-lg border border-line p-4 text-sm">
      <p className="font-semibold">Receta vigente{prescriber && ` de ${prescriber}`}</p>
      <p className="wrap-anywhere">{keepTogether(products.map((id) => names.get(id)).join(', '))}</p>
      <p className="text-soft">
        {left === 1 ? 'Después de este pedido queda 1' : `Después de este pedido quedan ${left}`} de{' '}
        {deliveries} entregas{validUntil && `, hasta el ${writtenDay(validUntil)}`}.
      </p>
    </section>
  ))
}

function LastDecision({ order }: { order: Order }) {
  const { reviewed, state } = order.prescription
  if (!reviewed || state === 'none') return null
  const approval = order.staff?.approval
  const facts: [string, string][] = approval
    ? [
        ['Prescriptor', approval.prescriber],
        ['RUT', approval.prescriberRut && fullRut(approval.prescriberRut)],
        ['Fecha de la receta', approval.date ? writtenDay(approval.date) : ''],
        ['Folio', approval.folio],
        ['Válida hasta', approval.validUntil ? writtenDay(approval.validUntil) : ''],
        ['Sirve para', approval.deliveries > 1 ? `${approval.deliveries} entregas` : ''],
      ]
    : [['Motivo', reviewed.reason]]
  const known = facts.filter(([, value]) => value !== '')
  return (
    <section aria-label="Última decisión" className="rounded-lg border border-line p-4 text-sm">
      <p>
        <strong>{approval ? 'Aprobada' : 'Rechazada'}</strong> el{' '}
        <time dateTime={reviewed.at}>{orderMoment(reviewed.at)}</time>
        {reviewed.by && ` por ${reviewed.by}`}
      </p>
      {known.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          {known.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
