import { useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { fullRut } from '#domain/rut.ts'
import { needsPrescription, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { type ApiError, browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderMoment } from '../../orders/order-date.ts'
import { PrescriptionState } from '../../orders/prescription-state.tsx'
import type { StaffParts } from '../../orders/staff-parts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { ApprovalForm, type ApprovalValues } from './approval-form.tsx'
import { Decided, nextOf } from './decided.tsx'
import { OriginalReceived } from './original-received.tsx'
import { PrescriptionViewer } from './prescription-viewer.tsx'
import { RejectionForm } from './rejection-form.tsx'

type Props = Parameters<StaffParts['PrescriptionReview']>[0]

/** Whether a pharmacist still has to decide about an order's prescription. */
export const isToReview = ({ status, prescription: { state } }: Order) =>
  status === 'pending' && (state === 'sent' || state === 'covered')

/** Whether an order's prescription can be decided about (docs/product.md#review-of-a-prescription). */
export const isReviewable = ({ status, prescription: { state } }: Order) =>
  status !== 'cancelled' && state !== 'none'

/** The pages of an order's prescription beside the lines that need it, and the decision. */
export function PrescriptionReview(props: Props) {
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
        {decided && <Decided decided={decided} kind="prescription-view" open={props.open} />}
        <Lines order={order} focused={decided !== undefined} />
        <CoveredBy order={order} />
        <LastDecision order={order} />
        {isReviewable(order) && <Decision {...props} shown={shown || pages.length === 0} />}
        <OriginalReceived {...props} />
      </div>
    </div>
  )
}

/** The first of the pages sent since the last rejection; the pages before are those that were rejected. */
function firstNewPage({ prescription: { pages, room }, status }: Order): number {
  const current = status === 'pending' ? MAX_PRESCRIPTION_PAGES - room : pages.length
  return current > 0 ? Math.max(0, pages.length - current) : 0
}

/** The order's number and customer, and the lines that need the prescription. `focused` takes the focus after another decision. */
function Lines({ order, focused }: { order: Order; focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <section aria-label="Productos con receta" className="rounded-lg bg-mint p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 ref={heading} tabIndex={-1} className="wrap-anywhere outline-none">
          Pedido N° {order.nro_delivery}, {order.name} {order.lastName}
        </h3>
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

/** Lasting prescriptions that serve lines of the order. */
function CoveredBy({ order }: { order: Order }) {
  const names = new Map(order.products.map(({ productId, productName }) => [productId, productName]))
  return order.prescription.coveredBy.map(({ _id, prescriber, products, deliveries, left, validUntil }) => (
    <section key={_id} aria-label="Receta vigente" className="rounded-lg border border-line p-4 text-sm">
      <p className="font-semibold">Receta vigente{prescriber && ` de ${prescriber}`}</p>
      <p className="wrap-anywhere">{products.map((id) => names.get(id)).join(', ')}</p>
      <p className="text-soft">
        {left === 1 ? 'Después de este pedido queda 1' : `Después de este pedido quedan ${left}`} de{' '}
        {deliveries} entregas{validUntil && `, hasta el ${dayOf(validUntil)}`}.
      </p>
    </section>
  ))
}

const dayOf = (day: string) => day.split('-').reverse().join('/')

/** Who decided, when and why, with what an approval recorded. */
function LastDecision({ order }: { order: Order }) {
  const { reviewed, state } = order.prescription
  if (!reviewed || state === 'none') return null
  const approval = order.staff?.approval
  const facts: [string, string][] = approval
    ? [
        ['Prescriptor', approval.prescriber],
        ['RUT', approval.prescriberRut && fullRut(approval.prescriberRut)],
        ['Fecha de la receta', approval.date ? dayOf(approval.date) : ''],
        ['Folio', approval.folio],
        ['Válida hasta', approval.validUntil ? dayOf(approval.validUntil) : ''],
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

const REASONS = [
  'La imagen no se lee bien.',
  'La receta está vencida.',
  'La receta no tiene la firma o los datos del profesional.',
  'La receta es de otro medicamento o de otra dosis.',
  'La receta está a nombre de otra persona.',
]

/** Reports unsaved changes of either form. */
function useDirtyForms(onDirty: (dirty: boolean) => void) {
  const dirty = useRef({ approval: false, rejection: false })
  return useMemo(() => {
    const reporter = (form: keyof typeof dirty.current) => (isDirty: boolean) => {
      dirty.current[form] = isDirty
      onDirty(dirty.current.approval || dirty.current.rejection)
    }
    return { approval: reporter('approval'), rejection: reporter('rejection') }
  }, [onDirty])
}

/** Approves with the optional details, or rejects with a reason. A decision goes on to the next prescription of the page. */
function Decision({
  order,
  rows,
  open,
  onClose,
  onChanged,
  onDirty,
  decided,
  shown,
}: Props & { shown: boolean }) {
  const { revalidate } = useRevalidator()
  const { state, pages, reviewed } = order.prescription
  const approved = state === 'approved'
  const [changing, setChanging] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const next = nextOf(rows, order, isToReview)
  const report = useDirtyForms(onDirty)
  // Nobody decides about a prescription that has just come into the place of another one before its image is there.
  const unseen = decided !== undefined && !shown
  const params = { id: order._id }
  const seen = { pages, reviewedAt: reviewed?.at ?? null }
  // Somebody else decided, or the customer has sent another page.
  const onRefused = async ({ status }: ApiError) => {
    if (status !== 409) return
    onChanged((await browserApi.getOrder({ params })).data)
    await revalidate()
  }
  async function goOn(changed: Order, { message, text }: { message: string; text: string }) {
    onDirty(false)
    setChanging(false)
    if (!approved && next) open({ kind: 'prescription-view', order: next, decided: { order: changed, text } })
    else {
      onChanged(changed)
      if (!approved) onClose()
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    }
    await revalidate()
  }

  const approval = useAction<ApprovalValues>(
    async (details) => {
      const answer = await browserApi.reviewPrescription({
        params,
        body: { ...details, approved: true, seen },
      })
      await goOn(answer.data, { message: answer.message, text: 'receta aprobada' })
    },
    { onRefused, tellsWhenClosed: true },
  )
  const rejection = useAction<string>(
    async (reason) => {
      const answer = await browserApi.reviewPrescription({ params, body: { approved: false, reason, seen } })
      await goOn(answer.data, { message: answer.message, text: 'receta rechazada' })
    },
    { onRefused, tellsWhenClosed: true },
  )
  const working = approval.working || rejection.working
  const mayReject = !(approved && order.status === 'delivered')

  const reject = mayReject && (
    <Button
      look="secondary"
      wide
      aria-expanded={rejecting}
      disabled={working || unseen}
      onClick={() => setRejecting(!rejecting)}
    >
      Rechazar
    </Button>
  )

  return (
    <div className="grid gap-3">
      {approved && (
        <div className="grid grid-flow-col auto-cols-fr gap-3">
          <Button
            look="secondary"
            aria-expanded={changing}
            disabled={working}
            onClick={() => setChanging(!changing)}
          >
            Cambiar los datos
          </Button>
          {reject}
        </div>
      )}
      {(!approved || changing) && (
        <ApprovalForm
          key={`${reviewed?.at}`}
          order={order}
          button={
            approved ? 'Guardar los datos' : state === 'covered' ? 'Confirmar receta' : 'Aprobar receta'
          }
          beside={!approved && reject}
          folded={rejecting}
          sending={approval.working}
          disabled={rejection.working || unseen}
          onDirty={report.approval}
          onSend={approval.run}
        />
      )}
      <FieldError error={approval.failure ?? rejection.failure} />
      {rejecting && mayReject && (
        <RejectionForm
          button="Pedir otra receta"
          reasons={REASONS}
          note={
            order.status === 'pending'
              ? 'Le llega un correo con el motivo y puede enviar otra.'
              : 'El cliente lee el motivo en su pedido.'
          }
          sending={rejection.working}
          onDirty={report.rejection}
          onSend={rejection.run}
        />
      )}
    </div>
  )
}
