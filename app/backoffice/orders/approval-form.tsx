import { useId, useState } from 'react'
import type { z } from 'zod'
import { MAX_DISPENSINGS, prescriptionReview } from '#contract/order-prescriptions.ts'
import type { Order } from '#contract/orders.ts'
import { today } from '#contract/store-day.ts'
import { counted } from '#domain/price.ts'
import { formatRut, fullRut } from '#domain/rut.ts'
import { type ApiError, browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'

type Prescriber = { name: string; rut: string }

/** The details that an approval records, all optional. */
export type ApprovalValues = Pick<
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
export function ApprovalForm({
  order,
  button,
  beside,
  folded,
  disabled,
  onSend,
  onRefused,
}: {
  order: Order
  button: string
  /** Another button, beside that of the form. */
  beside: React.ReactNode
  /** Whether the details are hidden; typed values stay. */
  folded: boolean
  disabled: boolean
  onSend: (values: ApprovalValues) => Promise<unknown>
  onRefused: (refusal: ApiError) => Promise<void>
}) {
  const approval = order.staff?.approval
  // A covered order has the details of the lasting prescription already.
  const [open, setOpen] = useState(order.prescription.state !== 'covered')
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
  const submit = useSubmit(form, async (values) => disabled || onSend(values), { onRefused })
  const prescribers = usePrescribers()
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
      <div hidden={folded} className="rounded-lg border border-line">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-4 text-left font-semibold"
        >
          <span>
            Datos de la receta <span className="font-normal text-soft">(opcionales)</span>
          </span>
          <Icon name="chevron-down" className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} />
        </button>
        <div id={id} hidden={!open} className="px-4 pb-4">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
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
        </div>
      </div>
    </form>
  )
}

/** The prescribers of earlier approvals, the latest first; none when they can't be read. */
function usePrescribers(): Prescriber[] {
  return useLoaded((signal) => browserApi.listPrescribers({ query: {}, signal }), null)?.data ?? []
}
