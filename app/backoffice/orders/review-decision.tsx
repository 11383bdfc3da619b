import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { MAX_DISPENSINGS, prescriptionReview } from '#contract/order-prescriptions.ts'
import type { Order } from '#contract/orders.ts'
import { today } from '#contract/store-day.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { counted } from '#domain/price.ts'
import { formatRut, fullRut } from '#domain/rut.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { ModalProps } from '../../orders/opened-modal.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { useGoOn } from './previous-decision.tsx'
import { RejectionForm } from './rejection-form.tsx'

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
export function ReviewDecision(props: ModalProps & { shown: boolean }) {
  const { order } = props
  const { revalidate } = useRevalidator()
  const { state, pages, reviewed } = order.prescription
  const approved = state === 'approved'
  const [changing, setChanging] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const { unseen, goOn } = useGoOn(props, 'prescription-view', isToReview)
  const params = { id: order._id }
  const seen = { pages, reviewedAt: reviewed?.at ?? null }

  async function decided(text: string, { data, message }: { data: Order; message: string }) {
    setChanging(false)
    if (!approved) return goOn({ order: data, text }, message)
    void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    await revalidate()
  }
  async function sendApproval(details: ApprovalValues) {
    const answer = await approve({ params, body: { ...details, approved: true, seen } })
    if (answer) await decided('receta aprobada', answer)
  }
  async function sendRejection(reason: string) {
    const answer = await browserApi.reviewPrescription({
      params,
      body: { approved: false, reason, seen },
    })
    await decided('receta rechazada', answer)
  }
  const mayReject = !(approved && orderStatuses[order.status].isHandedOver)

  const reject = mayReject && (
    <Button
      look="secondary"
      wide
      aria-expanded={rejecting}
      disabled={unseen}
      onClick={() => setRejecting(!rejecting)}
    >
      Rechazar
    </Button>
  )

  return (
    <div className="grid gap-3">
      {approved && (
        <div className="grid grid-flow-col auto-cols-fr gap-3">
          <Button look="secondary" aria-expanded={changing} onClick={() => setChanging(!changing)}>
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
          disabled={unseen}
          onSend={sendApproval}
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
        />
      )}
    </div>
  )
}

type ApprovalValues = Pick<
  z.output<typeof prescriptionReview>,
  'prescriber' | 'prescriberRut' | 'date' | 'folio' | 'validUntil' | 'deliveries'
>

const DISPENSINGS = Object.fromEntries(
  Array.from({ length: MAX_DISPENSINGS }, (_, index) => [
    index + 1,
    counted(index + 1, 'entrega', 'entregas'),
  ]),
)

/** Approves a prescription by one press; its details are optional. Prescribers of earlier approvals are offered, with their RUT. */
function ApprovalForm({
  order,
  button,
  beside,
  folded,
  disabled,
  onSend,
}: {
  order: Order
  button: string
  beside: React.ReactNode
  /** Whether the details are hidden; typed values stay. */
  folded: boolean
  disabled: boolean
  onSend: (values: ApprovalValues) => Promise<unknown>
}) {
  const approval = order.staff?.approval
  const id = useId()
  const form = useSchemaForm(prescriptionReview, {
    approved: true,
    prescriber: approval?.prescriber ?? '',
    prescriberRut: approval?.prescriberRut ? fullRut(approval.prescriberRut) : '',
    date: approval?.date ?? '',
    folio: approval?.folio ?? '',
    validUntil: approval?.validUntil ?? '',
    deliveries: String(approval?.deliveries ?? 1),
  })
  const submit = useSubmit(form, async (values) => disabled || onSend(values), {
    // Somebody else may have decided, or the customer has sent other pages.
    onRefused: useRevalidator().revalidate,
  })
  // The latest first; none when they can't be read.
  const prescribers =
    useLoaded((signal) => browserApi.listPrescribers({ query: {}, signal }), null)?.data ?? []
  const field = (name: 'prescriber' | 'prescriberRut' | 'date' | 'folio' | 'validUntil') => ({
    ...submit.field(name),
    autoComplete: 'off',
  })
  const prescriber = field('prescriber')

  return (
    <form {...submit.formProps} aria-label={button} className="grid gap-3">
      <div className="grid grid-flow-col auto-cols-fr gap-3">
        <Button type="submit" loading={submit.sending} disabled={disabled} wide className="max-lg:px-2">
          {button}
        </Button>
        {beside}
      </div>
      <FieldError error={submit.failure} />
      <details
        hidden={folded}
        // A covered order has the details of the lasting prescription already.
        open={order.prescription.state !== 'covered'}
        className="group rounded-lg border border-line"
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            Datos de la receta <span className="font-normal text-soft">(opcionales)</span>
          </span>
          <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 px-4 pb-4">
          <InputField
            label="Prescriptor"
            className="col-span-full"
            list={`${id}-prescribers`}
            {...prescriber}
            onChange={async (event) => {
              await prescriber.onChange(event)
              const known = prescribers.find(({ name }) => name === event.target.value)
              if (known?.rut)
                form.setValue('prescriberRut', fullRut(known.rut), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
            }}
          />
          <datalist id={`${id}-prescribers`}>
            {prescribers.map(({ name, rut }) => (
              <option key={`${name} ${rut}`} value={name}>
                {rut && fullRut(rut)}
              </option>
            ))}
          </datalist>
          <InputField
            label="RUT del prescriptor"
            {...formattedWhenLeft(field('prescriberRut'), formatRut)}
            inputMode="numeric"
          />
          <InputField label="Folio" {...field('folio')} />
          <InputField label="Fecha de la receta" type="date" max={today()} {...field('date')} />
          <InputField label="Válida hasta" type="date" {...field('validUntil')} />
          <SelectField
            label="Sirve para"
            className="col-span-full"
            hint="Cuenta esta entrega. Las retenidas sirven una sola vez."
            {...form.register('deliveries')}
            options={DISPENSINGS}
          />
        </div>
      </details>
    </form>
  )
}
