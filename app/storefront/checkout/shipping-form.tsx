import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Order, shippingDetails } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { formatPhone } from '#domain/phone.ts'
import { forgetBought } from '../../cart/bought.ts'
import { readCart } from '../../cart/cart-storage.ts'
import { type Adjustment, loadCart } from '../../cart/sync-cart.ts'
import { readDraft, useDraft } from '../../forms/draft.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { readSession } from '../../session/session.ts'
import { blurActiveField, InputField } from '../../ui/field.tsx'
import { askToLogIn } from './ask-to-log-in.ts'
import { LastAddress } from './last-address.tsx'
import { ADDRESS_FIELDS, fromProfile, SHIPPING_FIELDS } from './shipping-values.ts'
import { type ShippingDetails, submitOrder } from './submit-order.ts'

const DRAFT_KEY = 'checkout'

/** The shipping details (docs/product.md#checkout). The submit buttons are outside and refer to `id`. */
export function ShippingForm({
  id,
  userId,
  profile,
  lastOrder,
  onSending,
  onAdjusted,
  onPlaced,
}: {
  id: string
  userId: string
  profile: User | null
  /** The order whose address the form offers. */
  lastOrder: Order | null
  onSending: (sending: boolean) => void
  onAdjusted: (adjusted: Adjustment[]) => void
  onPlaced: (placed: { orderId: string; message: string }) => Promise<void>
}) {
  const form = useForm<ShippingDetails>({
    resolver: zodResolver(shippingDetails),
    mode: 'onTouched',
    // The draft wins over the profile, also where the user emptied a field.
    defaultValues: { ...fromProfile(profile), ...readDraft(DRAFT_KEY, SHIPPING_FIELDS, userId) },
  })
  const clearDraft = useDraft(DRAFT_KEY, SHIPPING_FIELDS, form, userId)
  const { errors } = form.formState
  const { formProps, sending } = useSubmit(form, submit, { failureAs: 'dialog' })
  useEffect(() => onSending(sending), [sending, onSending])

  async function submit(details: ShippingDetails) {
    const session = readSession()
    if (!session) return askToLogIn()
    if (readCart().length === 0) return
    const outcome = await submitOrder(session, details)
    onAdjusted(outcome.kind === 'adjusted' ? outcome.adjusted : [])
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

  const field = (name: keyof ShippingDetails) => ({
    ...form.register(name),
    error: errors[name]?.message,
    required: true,
  })

  return (
    <section aria-labelledby="envio" className="card min-w-0 p-4 sm:p-6">
      <h2 id="envio" className="text-lg">
        Detalles de envío
      </h2>
      {offered && <LastAddress order={lastOrder} onUse={() => fillInAddress(lastOrder)} />}
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
