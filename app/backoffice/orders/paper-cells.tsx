import type { Order } from '#contract/orders.ts'
import { isPaid, meetsPaymentRule } from '#domain/order-payment.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import {
  concernsPrescription,
  PRESCRIPTION_WORDS,
  PrescriptionState,
} from '../../orders/prescription-state.tsx'
import { rejectionOf } from '../../orders/rejected-proof.tsx'
import { RowMark } from '../../orders/row-mark.tsx'
import { Badge } from '../../ui/badge.tsx'

/** Whether the payment proof was sent, what was decided about it, and whether other orders have the same image. */
export function ProofCell({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  const { payment, staff } = order
  const rejection = rejectionOf(order)
  const state = payment ? 'Enviado' : 'Sin comprobante'
  return (
    <div className="flex flex-wrap items-center gap-1 compact:as-table:gap-0.5 compact:as-table:flex-nowrap compact:as-table:@max-[80rem]/wide:has-[:nth-child(3)]:flex-wrap">
      {payment || !isPaid(order) ? (
        <button
          type="button"
          aria-label={`Ver comprobante del pedido ${order.nro_delivery}: ${state}`}
          onClick={() => open({ kind: 'proof-view', order })}
          className="w-fit rounded-full"
        >
          <Badge tone={payment ? 'green' : 'red'}>{state}</Badge>
        </button>
      ) : (
        <span className="text-soft" title="No hace falta: el pedido está pagado">
          —
        </span>
      )}
      {rejection && (
        <RowMark tone="yellow" icon="mail" text="Se pidió otro" title={`Se pidió otro. ${rejection}`} />
      )}
      {payment && staff?.proofCheckedAt && <RowMark icon="check" text="Revisado" />}
      {staff && !staff.proofCheckedAt && meetsPaymentRule('proofToCheck', order) && (
        <RowMark tone="yellow" icon="clock" text="Por revisar" />
      )}
      {staff && staff.sameProof.length > 0 && (
        <Badge tone="red" className="whitespace-normal! rounded-lg!">
          Misma imagen: N° {staff.sameProof.map(({ nro_delivery }) => nro_delivery).join(', ')}
        </Badge>
      )}
    </div>
  )
}

/** The state of the prescription, which opens it where there is one to review or to see. */
export function PrescriptionCell({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  const state = <PrescriptionState order={order} />
  if (!hasPrescription(order) || !concernsPrescription(order)) return state
  return (
    <button
      type="button"
      aria-label={`${reviewName(order)} del pedido ${order.nro_delivery}: ${PRESCRIPTION_WORDS[order.prescription.state].text}`}
      onClick={() => open({ kind: 'prescription-view', order })}
      className="flex flex-wrap items-center gap-1 rounded-lg text-left"
    >
      {state}
    </button>
  )
}

/** Whether an order has a prescription to review or to see, or still needs one. */
export const hasPrescription = ({ prescription: { sent, needed }, status }: Order) =>
  sent || (needed && status !== 'cancelled')

/** The name of the staff's button for a prescription: 'Ver' after a decision or for a cancelled order, else 'Revisar'. */
export const reviewName = ({ status, prescription: { state } }: Order) =>
  state === 'approved' || state === 'rejected' || status === 'cancelled' ? 'Ver receta' : 'Revisar receta'
