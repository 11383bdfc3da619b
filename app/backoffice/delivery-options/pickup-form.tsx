import { type Pickup, pickupBody } from '#contract/delivery-options.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Checkbox, InputField } from '../../ui/field.tsx'
import { changedValues } from './zone-form.tsx'

const NEW = { name: '', address: '', hours: '', ready: '', active: true }
/** The pharmacy's name, address and hours, proposed for its first pick-up point. */
const PHARMACY = {
  name: store.name,
  address: store.address.street,
  hours: store.hours.map(({ days, hours }) => `${days} de ${hours}`).join(', '),
  ready: '',
  active: true,
}

/** Adds a pick-up point, or changes the given one. */
export function PickupForm({ pickup, isFirst }: { pickup: Pickup | null; isFirst: boolean }) {
  const { name, address, hours, ready, active } = pickup ?? (isFirst ? PHARMACY : NEW)
  const form = useSchemaForm(pickupBody, { name, address, hours, ready, active })
  const saved = useSaved()
  const { dirtyFields } = form.formState
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = pickup
        ? await browserApi.updatePickup({
            params: { id: pickup._id },
            body: changedValues(body, dirtyFields),
          })
        : await browserApi.createPickup({ body })
      void saved(pickup ? 'Actualizado' : 'Guardado', message)
    },
    { saveKey: true },
  )
  const typed = { autoComplete: 'off', required: true }
  return (
    <form {...submit.formProps} className="grid gap-4">
      <InputField label="Nombre" {...submit.field('name')} {...typed} data-autofocus />
      <InputField label="Dirección" {...submit.field('address')} {...typed} />
      <InputField label="Horario" {...submit.field('hours')} {...typed} />
      <InputField
        label="Listo en"
        hint="Cuándo se puede retirar un pedido, por ejemplo: en 2 horas hábiles."
        {...submit.field('ready')}
        {...typed}
      />
      <Checkbox label="Activo: la tienda lo ofrece" {...form.register('active')} />
      <ModalButtons submit={pickup ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}
