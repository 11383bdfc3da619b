import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { shippingDetails } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { openLogin } from '../../account/login-modal-state.ts'
import { type Adjustment, loadCart, readCart } from '../../browser/cart.ts'
import { readSession } from '../../browser/session.ts'
import { InputField, leaveField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { dropDraft, fromProfile, keepDraft, readDraft } from './delivery-draft.ts'
import { type Details, submitOrder } from './submit-order.ts'

/** The shipping details (spec §2, §5). Its button is the summary's, tied to it by `id`. */
export function DeliveryForm({
  id,
  userId,
  profile,
  onSending,
  onAdjusted,
  onPlaced,
}: {
  id: string
  userId: string
  profile: User | null
  onSending: (sending: boolean) => void
  onAdjusted: (adjusted: Adjustment[]) => void
  onPlaced: () => void
}) {
  const form = useForm<Details>({
    resolver: zodResolver(shippingDetails),
    mode: 'onTouched',
    defaultValues: { ...fromProfile(profile), ...readDraft(userId) },
  })
  const { register, formState, setError, setFocus, subscribe } = form
  const { errors, isSubmitting } = formState

  useEffect(() => onSending(isSubmitting), [isSubmitting, onSending])
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(userId, values) }),
    [subscribe, userId],
  )

  async function send(details: Details) {
    const session = readSession()
    if (!session) {
      await notice.show({ title: 'Por favor inicia sesion', icon: 'warning', timer: 1_500 })
      return openLogin({ returnTo: '/finalizar-compra' })
    }
    if (readCart().length === 0) return
    const outcome = await submitOrder(session, details)
    onAdjusted(outcome.kind === 'adjusted' ? outcome.adjusted : [])
    if (outcome.kind === 'adjusted') return
    if (outcome.kind === 'refused') {
      const { message, issues } = outcome.error
      await notice.show({ title: 'Error!', text: message, icon: 'error' })
      for (const issue of issues) {
        if (issue.path in details) setError(issue.path as keyof Details, { message: issue.message })
      }
      const first = issues.find((issue) => issue.path in details)
      if (first) setFocus(first.path as keyof Details)
      return
    }
    leaveField()
    form.reset(fromProfile(profile))
    dropDraft()
    onPlaced()
    void loadCart().catch(() => undefined)
    await notice.show({
      title: 'Listo!',
      text: `${outcome.message} Revise su perfil para ver el estado de su pedido!`,
      icon: 'success',
    })
  }

  const field = (name: keyof Details) => ({
    ...register(name),
    error: errors[name]?.message,
    required: true,
  })

  return (
    <section aria-labelledby="envio" className="card min-w-0 p-4 sm:p-6">
      <h2 id="envio" className="text-lg">
        Detalles de envío
      </h2>
      <form
        id={id}
        noValidate
        method="post"
        aria-labelledby="envio"
        onSubmit={(event) => {
          // Enter in a field submits as well: never twice.
          if (isSubmitting) return event.preventDefault()
          return form.handleSubmit(send)(event)
        }}
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <InputField label="Nombre" autoComplete="given-name" {...field('name')} />
        <InputField label="Apellido" autoComplete="family-name" {...field('lastName')} />
        <InputField
          label="Dirección"
          autoComplete="street-address"
          className="sm:col-span-2"
          {...field('address')}
        />
        <InputField label="Ciudad" autoComplete="address-level2" {...field('city')} />
        <InputField
          label="Código postal"
          autoComplete="postal-code"
          inputMode="numeric"
          {...field('postalCode')}
        />
        <InputField label="Teléfono" type="tel" inputMode="numeric" autoComplete="tel" {...field('phone')} />
        <InputField label="Correo electrónico" type="email" autoComplete="email" {...field('email')} />
      </form>
    </section>
  )
}
