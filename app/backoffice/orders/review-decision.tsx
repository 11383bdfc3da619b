import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import type { StaffParts } from '../../orders/staff-parts.ts'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { ApprovalForm, type ApprovalValues } from './approval-form.tsx'
import { nextWaiting } from './previous-decision.tsx'
import { RejectionForm } from './rejection-form.tsx'
import { useOutdated } from './use-order-reload.ts'

type Props = Parameters<StaffParts['PrescriptionReview']>[0] & { shown: boolean }

/** Whether a pharmacist still has to decide about an order's prescription. */
export const isToReview = ({ status, prescription: { state } }: Order) =>
  orderStatuses[status].isOpen && (state === 'sent' || state === 'covered')

const REASONS = [
  'La imagen no se lee bien.',
  'La receta está vencida.',
  'La receta no tiene la firma o los datos del profesional.',
  'La receta es de otro medicamento o de otra dosis.',
  'La receta está a nombre de otra persona.',
]

/** Approves a prescription, and asks first about an old one. Resolves to undefined if the person's answer is no. */
async function approve(input: Parameters<typeof browserApi.reviewPrescription>[0]) {
  try {
    return await browserApi.reviewPrescription(input)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PRESCRIPTION_OLD')) throw error
    const question = { title: '¿Aprobar una receta antigua?', text: error.message, confirm: 'Aprobar igual' }
    if (!(await notice.confirm(question))) return
    return browserApi.reviewPrescription({ ...input, body: { ...input.body, confirmOld: true } })
  }
}

/** Approves with the optional details, or rejects with a reason. After a decision the next prescription of the page opens. */
export function ReviewDecision({ order, rows, open, onClose, onChanged, decided, shown }: Props) {
  const { revalidate } = useRevalidator()
  const { state, pages, reviewed } = order.prescription
  const approved = state === 'approved'
  const [changing, setChanging] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const [working, setWorking] = useState(false)
  const next = nextWaiting(rows, order, isToReview)
  // The next prescription takes this one's place after a decision: its buttons wait until its image is shown.
  const unseen = decided !== undefined && !shown
  const params = { id: order._id }
  const seen = { pages, reviewedAt: reviewed?.at ?? null }
  const onRefused = useOutdated(order, onChanged)
  async function goOn(changed: Order, { message, text }: { message: string; text: string }) {
    setChanging(false)
    if (!approved && next) open({ kind: 'prescription-view', order: next, decided: { order: changed, text } })
    else {
      onChanged(changed)
      if (!approved) onClose()
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    }
    await revalidate()
  }

  /** Makes one decision at a time. */
  async function decide(act: () => Promise<unknown>) {
    setWorking(true)
    try {
      await act()
    } finally {
      setWorking(false)
    }
  }
  const sendApproval = (details: ApprovalValues) =>
    decide(async () => {
      const answer = await approve({ params, body: { ...details, approved: true, seen } })
      if (answer) await goOn(answer.data, { message: answer.message, text: 'receta aprobada' })
    })
  const sendRejection = (reason: string) =>
    decide(async () => {
      const answer = await browserApi.reviewPrescription({ params, body: { approved: false, reason, seen } })
      await goOn(answer.data, { message: answer.message, text: 'receta rechazada' })
    })
  const mayReject = !(approved && orderStatuses[order.status].isHandedOver)

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
          disabled={working || unseen}
          onSend={sendApproval}
          onRefused={onRefused}
        />
      )}
      {rejecting && mayReject && (
        <RejectionForm
          button="Pedir otra receta"
          reasons={REASONS}
          note={
            orderStatuses[order.status].isOpen
              ? 'Le llega un correo con el motivo y puede enviar otra.'
              : 'El cliente lee el motivo en su pedido.'
          }
          onSend={sendRejection}
          onRefused={onRefused}
        />
      )}
    </div>
  )
}
