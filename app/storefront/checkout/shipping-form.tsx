import { useEffect } from 'react'
import { type Order, shippingDetails } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { formatPhone } from '#domain/phone.ts'
import { forgetBought } from '../../cart/bought.ts'
import { readCart } from '../../cart/cart-storage.ts'
import { type Adjustment, loadCart } from '../../cart/sync-cart.ts'
import { readDraft, useDraft } from '../../forms/draft.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { readSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, InputField } from '../../ui/field.tsx'
import { askToLogIn } from './ask-to-log-in.ts'
import { placeOrder, type ShippingDetails } from './place-order.ts'

const DRAFT_KEY = 'checkout'

const EMPTY: ShippingDetails = {
  name: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  phone: '',
  email: '',
}

const SHIPPING_FIELDS = Object.keys(EMPTY) as (keyof ShippingDetails)[]

/** The fields that the address of an earlier order fills in. */
const ADDRESS_FIELDS = ['address', 'city', 'postalCode'] as const

/** The shipping details that the profile already has. */
const fromProfile = (profile: User | null): ShippingDetails =>
  profile === null
    ? EMPTY
    : {
        ...EMPTY,
        name: profile.name,
        lastName: profile.lastname,
        phone: formatPhone(profile.cellphone || profile.phone),
        email: profile.email,
      }

/** The shipping details (docs/product.md#checkout). The submit buttons are outside and refer to `id`. */
export function ShippingForm({
  id,
  userId,
  profile,
  lastOrder,
  synced,
  onSending,
  onAdjusted,
  onPlaced,
}: {
  id: string
  userId: string
  profile: User | null
  /** The order whose address the form offers. */
  lastOrder: Order | null
  /** Whether the server has the same cart. */
  synced: boolean
  onSending: (sending: boolean) => void
  onAdjusted: (adjusted: Adjustment[]) => void
  onPlaced: (placed: { orderId: string; message: string }) => Promise<void>
}) {
  // The draft wins over the profile, also where the user emptied a field.
  const form = useSchemaForm(shippingDetails, {
    ...fromProfile(profile),
    ...readDraft(DRAFT_KEY, SHIPPING_FIELDS, userId),
  })
  const clearDraft = useDraft(DRAFT_KEY, SHIPPING_FIELDS, form, userId)
  const { formProps, field: text, sending } = useSubmit(form, submit, { dialog: 'message' })
  useEffect(() => onSending(sending), [sending, onSending])

  async function submit(details: ShippingDetails) {
    const session = readSession()
    if (!session) return askToLogIn()
    if (readCart().length === 0) return
    const outcome = await placeOrder(session, details, { synced })
    onAdjusted(outcome.kind === 'placed' ? [] : outcome.adjusted)
    if (outcome.kind === 'adjusted') return
    if (outcome.kind === 'refused') throw outcome.error
    blurActiveField()
    form.reset(fromProfile(profile))
    clearDraft()
    forgetBought()
    void loadCart().catch(() => undefined)
    await onPlaced(outcome)
  }

  function fillInAddress(order: Order) {
    for (const name of ADDRESS_FIELDS) {
      form.setValue(name, order[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
  }

  const typed = form.watch(ADDRESS_FIELDS)
  const offered = lastOrder && ADDRESS_FIELDS.some((name, index) => lastOrder[name] !== typed[index])

  const field = (name: keyof ShippingDetails) => ({ ...text(name), required: true })

  return (
    <section aria-labelledby="envio" className="card min-w-0 p-4 sm:p-6">
      <h2 id="envio" className="text-lg">
        Detalles de envío
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
        id={id}
        method="post"
        aria-labelledby="envio"
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <InputField label="Nombre" autoComplete="given-name" {...field('name')} />
        <InputField label="Apellido" autoComplete="family-name" {...field('lastName')} />
        <InputField
          label="Dirección"
          autoComplete="address-line1"
          className="sm:col-span-2"
          {...field('address')}
        />
        <InputField label="Ciudad" autoComplete="address-level2" {...field('city')} />
        <InputField
          label="Código postal"
          autoComplete="postal-code"
          inputMode="numeric"
          hint="Ejemplo: 7500000. Búscalo con tu dirección en codigopostal.correos.cl."
          {...field('postalCode')}
        />
        <InputField
          label="Teléfono"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...formattedWhenLeft(field('phone'), formatPhone)}
        />
        <InputField label="Correo electrónico" type="email" autoComplete="email" {...field('email')} />
      </form>
    </section>
  )
}
