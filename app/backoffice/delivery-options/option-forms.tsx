import { useController } from 'react-hook-form'
import { type Pickup, pickupBody, type Zone, zoneBody } from '#contract/delivery-options.ts'
import { takenInWords } from '#domain/communes.ts'
import { formatWhole } from '#domain/price.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { Checkbox, InputField } from '../../ui/field.tsx'
import { CommunePicker } from './commune-picker.tsx'

/** The values of the fields that a person changed: somebody else may have changed the others meanwhile. */
const changedValues = <Values extends object>(
  values: Values,
  dirty: { [field in keyof Values]?: unknown },
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => dirty[field as keyof Values]),
  ) as Partial<Values>

/** Adds a delivery zone, or changes the given one. */
export function ZoneForm({ zone, zones }: { zone: Zone | null; zones: readonly Zone[] }) {
  const form = useSchemaForm(zoneBody, {
    name: zone?.name ?? '',
    price: zone ? formatWhole(zone.price) : '',
    freeFrom: zone?.freeFrom ? formatWhole(zone.freeFrom) : '',
    days: zone?.days ?? '',
    communes: zone?.communes ?? [],
    cold: zone?.cold ?? false,
    active: zone?.active ?? true,
  })
  const { dirtyFields } = form.formState
  const submit = useSave(
    form,
    zone ? 'Actualizado' : 'Guardado',
    (body) =>
      zone
        ? browserApi.updateZone({ params: { id: zone._id }, body: changedValues(body, dirtyFields) })
        : browserApi.createZone({ body }),
    { saveKey: true },
  )
  const { field: communes, fieldState } = useController({ control: form.control, name: 'communes' })
  const isActive = form.watch('active')
  const others = zones.filter(({ _id, active }) => active && _id !== zone?._id)
  const taken = new Map(others.flatMap(({ name, communes }) => communes.map((commune) => [commune, name])))
  const clashes = communes.value.flatMap((commune) => {
    const other = taken.get(commune)
    return other && isActive ? [{ commune, zone: other }] : []
  })
  const typed = { autoComplete: 'off' }
  return (
    <form {...submit.formProps} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <InputField label="Nombre" {...submit.field('name')} {...typed} required data-autofocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Precio"
          hint="En pesos, con IVA."
          inputMode="numeric"
          {...submit.field('price')}
          {...typed}
          required
        />
        <InputField
          label="Gratis desde"
          hint="De los productos, después del código. Vacío: nunca es gratis."
          inputMode="numeric"
          {...submit.field('freeFrom')}
          {...typed}
        />
      </div>
      <InputField
        label="Plazo"
        hint="Por ejemplo: 24 a 48 horas hábiles."
        {...submit.field('days')}
        {...typed}
        required
      />
      <CommunePicker {...communes} taken={taken} error={takenInWords(clashes) || fieldState.error?.message} />
      <div className="grid gap-1">
        <Checkbox
          label={
            <>
              Lleva refrigerados
              <span className="block text-sm text-soft">
                Sin marcar, es una zona sin refrigerados: para ellos la tienda ofrece el retiro.
              </span>
            </>
          }
          {...form.register('cold')}
        />
        <Checkbox label="Activa: la tienda la ofrece" {...form.register('active')} />
      </div>
      <ModalButtons submit={zone ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}

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
  const { dirtyFields } = form.formState
  const submit = useSave(
    form,
    pickup ? 'Actualizado' : 'Guardado',
    (body) =>
      pickup
        ? browserApi.updatePickup({ params: { id: pickup._id }, body: changedValues(body, dirtyFields) })
        : browserApi.createPickup({ body }),
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
