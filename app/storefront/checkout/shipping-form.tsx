import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type Order, recipient, shippingDetails } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { communeName } from '#domain/communes.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatRut } from '#domain/rut.ts'
import { store } from '#store'
import type { ApiError } from '../../api/client.ts'
import { forgetBought } from '../../cart/bought.ts'
import { readCart } from '../../cart/cart.ts'
import { type Adjustment, pullCart } from '../../cart/sync-cart.ts'
import { readDraft, useDraft } from '../../forms/draft.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { readSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, Checkbox, InputField } from '../../ui/field.tsx'
import { askToLogIn } from './ask-to-log-in.ts'
import { type OpenedCheckout, type OrderRequest, placeOrder, type ShippingDetails } from './place-order.ts'
import type { Delivery } from './use-delivery.ts'

const DRAFT_KEY = 'checkout'

type Typed = ShippingDetails & { recipientName: string; recipientRut: string }

const EMPTY: Typed = {
  name: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  phone: '',
  email: '',
  recipientName: '',
  recipientRut: '',
}

const SHIPPING_FIELDS = Object.keys(EMPTY) as (keyof Typed)[]

const ADDRESS_FIELDS = ['address', 'city', 'postalCode'] as const

const fromProfile = (profile: User | null): Typed =>
  profile === null
    ? EMPTY
    : {
        ...EMPTY,
        name: profile.name,
        lastName: profile.lastname,
        phone: formatPhone(profile.cellphone || profile.phone),
        email: profile.email,
      }

const other = { recipientName: recipient.shape.name, recipientRut: recipient.shape.rut }
const unchecked = { recipientName: z.string(), recipientRut: z.string() }
const hidden = { address: z.string(), city: z.string(), postalCode: z.string() }

/**
 * The schema for the fields on the screen: a pick-up has no address, and the city of a zone is its commune. `agreed`: no delivery
 * option is chosen.
 */
const schemas = {
  agreed: shippingDetails.extend(unchecked),
  zone: shippingDetails.extend({ ...unchecked, city: hidden.city }),
  pickup: shippingDetails.extend({ ...unchecked, ...hidden }),
  pickupByOther: shippingDetails.extend({ ...other, ...hidden }),
}

/** The address that a pick-up has in the call: the address of its point, in the city of the pharmacy. */
const addressOf = ({ address }: { address: string }) => ({
  address,
  city: (store.address.city.split(',')[0] ?? '').replace(/[^\p{L}' -]/gu, ''),
  postalCode: '0000000',
})

/** The shipping details. The submit buttons are outside and refer to `id`. */
export function ShippingForm({
  id,
  opened: { userId, profile, lastOrder, synced },
  delivery,
  request,
  onIncomplete,
  onRefused,
  onSending,
  onAdjusted,
  onPlaced,
}: {
  id: string
  opened: OpenedCheckout & { userId: string; profile: User | null; lastOrder: Order | null }
  delivery: Delivery
  /** The code, the delivery and the total that the customer sees. */
  request: OrderRequest
  /** Called at a submit with an incomplete choice of the delivery. */
  onIncomplete: () => void
  /** Takes a refusal of the price, the code or the delivery; false for one that isn't about them. */
  onRefused: (refusal: ApiError) => boolean
  onSending: (sending: boolean) => void
  onAdjusted: (adjusted: Adjustment[]) => void
  onPlaced: (placed: { orderId: string; message: string }) => Promise<void>
}) {
  const { kind, pickup, commune } = delivery
  const [draft] = useState(() => readDraft(DRAFT_KEY, SHIPPING_FIELDS, userId))
  const [byOther, setByOther] = useState(Boolean(draft.recipientName || draft.recipientRut))
  const asked = kind === 'pickup' && byOther ? 'pickupByOther' : (kind ?? 'agreed')
  // The draft wins over the profile, also where the user emptied a field.
  const form = useSchemaForm<Typed, z.output<(typeof schemas)['agreed']>>(schemas[asked], {
    ...fromProfile(profile),
    ...draft,
  })
  const clearDraft = useDraft(DRAFT_KEY, SHIPPING_FIELDS, form, userId)
  const { formProps, field: text, sending } = useSubmit(form, submit, { dialog: 'message' })
  useEffect(() => onSending(sending), [sending, onSending])

  async function submit({ recipientName, recipientRut, ...typed }: Typed) {
    const session = readSession()
    if (!session) return askToLogIn()
    if (readCart().length === 0) return
    const details = {
      ...typed,
      ...(kind === 'zone' && { city: communeName(commune) }),
      ...(pickup && addressOf(pickup)),
    }
    const outcome = await placeOrder(session, details, {
      synced,
      ...request,
      ...(asked === 'pickupByOther' && { recipient: { name: recipientName, rut: recipientRut } }),
    })
    onAdjusted(outcome.kind === 'placed' ? [] : outcome.adjusted)
    if (outcome.kind === 'adjusted') return
    if (outcome.kind === 'refused') {
      if (onRefused(outcome.error)) return
      throw outcome.error
    }
    blurActiveField()
    form.reset(fromProfile(profile))
    clearDraft()
    forgetBought()
    void pullCart().catch(() => undefined)
    await onPlaced(outcome)
  }

  function fillInAddress(order: Order) {
    for (const name of ADDRESS_FIELDS) {
      form.setValue(name, order[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
  }

  const typed = form.watch(ADDRESS_FIELDS)
  const before = lastOrder?.delivery
  // Not offered: the address of an earlier pick-up, which is the pharmacy's, and an address outside the chosen commune.
  const isUsable = before?.kind !== 'pickup' && !(before && kind === 'zone' && before.commune !== commune)
  const offered =
    lastOrder &&
    isUsable &&
    kind !== 'pickup' &&
    ADDRESS_FIELDS.some(
      (name, index) => (name !== 'city' || kind !== 'zone') && lastOrder[name] !== typed[index],
    )

  const field = (name: keyof Typed) => ({ ...text(name), required: true })

  return (
    <section aria-labelledby="envio" className="card min-w-0 p-4 sm:p-6">
      <h2 id="envio" className="text-lg">
        {kind === 'pickup' ? 'Tus datos' : 'Detalles de envío'}
      </h2>
      {offered && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-mint p-4">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <span className="block text-sm text-soft">Dirección de tu último pedido</span>
            {lastOrder.address}, {lastOrder.city}
          </p>
          <Button look="secondary" small onClick={() => fillInAddress(lastOrder)} className="min-h-11">
            Usar esta dirección
          </Button>
        </div>
      )}
      <form
        {...formProps}
        onSubmit={(event) => {
          if (!delivery.missing) return formProps.onSubmit(event)
          event.preventDefault()
          onIncomplete()
        }}
        id={id}
        method="post"
        aria-labelledby="envio"
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <InputField label="Nombre" autoComplete="given-name" {...field('name')} />
        <InputField label="Apellido" autoComplete="family-name" {...field('lastName')} />
        {kind !== 'pickup' && (
          <>
            <InputField
              label="Dirección"
              autoComplete="address-line1"
              className="sm:col-span-2"
              {...field('address')}
            />
            {kind !== 'zone' && (
              <InputField label="Ciudad" autoComplete="address-level2" {...field('city')} />
            )}
            <InputField
              label="Código postal"
              autoComplete="postal-code"
              inputMode="numeric"
              hint="Ejemplo: 7500000. Búscalo con tu dirección en codigopostal.correos.cl."
              {...field('postalCode')}
            />
          </>
        )}
        <InputField
          label="Teléfono"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...formattedWhenLeft(field('phone'), formatPhone)}
        />
        <InputField label="Correo electrónico" type="email" autoComplete="email" {...field('email')} />
        {kind === 'pickup' && (
          <Checkbox
            label="Retira otra persona"
            checked={byOther}
            onChange={(event) => setByOther(event.target.checked)}
          />
        )}
        {asked === 'pickupByOther' && (
          <>
            <InputField
              label="Nombre de quien retira"
              autoComplete="off"
              className="sm:col-start-1"
              {...field('recipientName')}
            />
            <InputField
              label="RUT de quien retira"
              autoComplete="off"
              {...formattedWhenLeft(field('recipientRut'), formatRut)}
            />
          </>
        )}
      </form>
    </section>
  )
}
