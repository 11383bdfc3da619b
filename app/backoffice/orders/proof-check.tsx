import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { dueOf, isPaid, meetsPaymentRule } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import type { ModalProps } from '../../orders/opened-modal.ts'
import { orderMoment, writtenDay } from '../../orders/order-date.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ORDERS } from './order-filters.ts'
import { OverdueProof } from './order-transfers.tsx'
import { DecidedOrder, PreviousDecision, useGoOn } from './previous-decision.tsx'
import { RejectionForm } from './rejection-form.tsx'

/** Whether staff still have to decide about an order's payment proof. */
export const isToCheck = (order: Order) =>
  meetsPaymentRule('proofToCheck', order) && !order.staff?.proofCheckedAt

/** Beside a payment proof: the order and the amount due, warnings such as a repeated image, and the decision. */
export function ProofCheck(props: ModalProps & { shown: boolean }) {
  const { order, decided } = props
  if (!order.staff) return null
  const { proofCheckedAt, sameProof, sameAsRejected } = order.staff
  const checker = order.timeline.findLast(({ kind }) => kind === 'proof-checked')?.by
  return (
    <div className="grid content-start gap-4">
      {decided && <PreviousDecision decided={decided} kind="proof-view" open={props.open} />}
      <Due order={order} focused={decided !== undefined} />
      {sameProof.length > 0 && <SameProof of={sameProof} />}
      {sameAsRejected && (
        <Banner role="alert" tone="red" icon="warning">
          <p>
            Es <strong>la misma imagen</strong> que no coincidía.
          </p>
        </Banner>
      )}
      <OverdueProof order={order} />
      {!isPaid(order) && <Decision {...props} />}
      {proofCheckedAt && (
        <p className="text-sm text-soft">
          Revisado el <time dateTime={proofCheckedAt}>{orderMoment(proofCheckedAt)}</time>
          {checker && ` por ${checker}`}
        </p>
      )}
    </div>
  )
}

function Due({ order, focused }: { order: Order; focused: boolean }) {
  return (
    <div className="rounded-lg bg-mint p-4">
      <DecidedOrder order={order} focused={focused} />
      {isPaid(order) && order.paid ? (
        <p className="mt-2 font-bold text-xl tabular-nums">
          Pagado: {formatPrice(order.paid.amount)} el {writtenDay(order.paid.at)}
        </p>
      ) : (
        <>
          <p className="mt-2 font-bold text-xl tabular-nums">{formatPrice(dueOf(order))} por recibir</p>
          <p className="mt-1 text-soft">
            Con el mensaje <strong className="text-ink">Pedido {order.nro_delivery}</strong>.
          </p>
        </>
      )}
    </div>
  )
}

const SameProof = ({ of }: { of: { _id: string; nro_delivery: number }[] }) => (
  <Banner role="alert" tone="red" icon="warning">
    <p>
      <strong>La misma imagen</strong> se envió también en{' '}
      {of.map(({ _id, nro_delivery }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          {/* Opens in another tab, to compare the two proofs. */}
          <a
            href={ORDERS.url({ search: String(nro_delivery) })}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline underline-offset-4"
          >
            el pedido N° {nro_delivery}
          </a>
        </span>
      ))}
      .
    </p>
  </Banner>
)

const REASONS = [
  'El monto no es el total del pedido.',
  'La transferencia es de otro pedido.',
  'La transferencia no llegó a nuestra cuenta.',
  'La imagen no se lee bien.',
  'La imagen no es un comprobante de transferencia.',
]

/** The buttons 'Comprobante revisado' and 'No coincide'. After a decision the next proof of the page opens. */
function Decision(props: ModalProps & { shown: boolean }) {
  const { order } = props
  const { revalidate } = useRevalidator()
  const isChecked = order.staff?.proofCheckedAt !== null
  const [rejecting, setRejecting] = useState(false)
  const { unseen, goOn } = useGoOn(props, 'proof-view', isToCheck)
  const params = { id: order._id }
  const file = order.payment
  const read = async () => (await browserApi.getOrder({ params })).data

  const marking = useAction(
    async () => {
      await browserApi.markProof({ params, body: { checked: !isChecked, file } })
      await (isChecked ? revalidate() : goOn({ order: await read(), text: 'revisado' }))
    },
    { onRefused: revalidate },
  )
  async function reject(reason: string) {
    const { message } = await browserApi.rejectProof({ params, body: { file, reason } })
    await goOn({ order: await read(), text: 'se pidió otro' }, message)
  }

  return (
    <div className="grid gap-3">
      {/* A toggle that stays in its place after a press, so that it keeps the focus. */}
      <Button
        look={isChecked ? 'secondary' : 'primary'}
        icon={isChecked ? 'check' : undefined}
        aria-pressed={isChecked}
        loading={marking.working}
        disabled={unseen}
        // The second press of a double click was meant for the proof before.
        onClick={({ detail }) => detail < 2 && marking.run()}
      >
        Comprobante revisado
      </Button>
      {isToCheck(order) && (
        <Button
          look="secondary"
          aria-expanded={rejecting}
          disabled={marking.working || unseen}
          onClick={() => setRejecting(!rejecting)}
        >
          No coincide
        </Button>
      )}
      <FieldError error={marking.failure} />
      {rejecting && isToCheck(order) && (
        <RejectionForm
          button="Pedir otro comprobante"
          reasons={REASONS}
          note="Le llega un correo con el motivo y puede subir otro. Esta imagen queda en el historial del pedido."
          onSend={reject}
        />
      )}
    </div>
  )
}
