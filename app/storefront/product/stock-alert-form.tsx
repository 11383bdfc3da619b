import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { HONEYPOT_FIELD } from '#contract/requests.ts'
import { stockAlertBody } from '#contract/stock-alerts.ts'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField } from '../../ui/field.tsx'
import { HoneypotField } from '../honeypot-field.tsx'

/**
 * Asks for the e-mail to alert when a product is in stock. A logged-in user's e-mail is filled in; if that fails, the field stays
 * empty.
 */
export function StockAlertForm({ productId }: { productId: string }) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(stockAlertBody, { email: '', [HONEYPOT_FIELD]: '' })
  const { register, setFocus, setValue, getValues } = form
  const [answer, setAnswer] = useState<string>()

  useEffect(() => setFocus('email'), [setFocus])
  useLoaded(async (signal) => {
    if (!session) return
    const { data } = await browserApi.findUser({ params: { id: session.userId }, signal })
    if (!getValues('email')) setValue('email', data.email)
  }, session?.userId)

  const { formProps, field, sending, failure } = useSubmit(form, async (body) => {
    const { message, data } = await browserApi.askForStockAlert({ params: { id: productId }, body })
    setAnswer(message)
    // The product is in stock: the page then shows the button that adds it to the cart.
    if (!data.waiting) await revalidate()
  })

  if (answer)
    return (
      <Banner role="status" icon="check">
        {answer}
      </Banner>
    )
  return (
    <form
      {...formProps}
      aria-label="Avísame cuando llegue"
      className="card relative grid gap-3 overflow-clip p-4"
    >
      <InputField
        {...field('email')}
        label="Correo electrónico"
        hint="Te enviaremos un solo correo, cuando llegue."
        type="email"
        autoComplete="email"
        required
      />
      <HoneypotField {...register(HONEYPOT_FIELD)} />
      <DataNote>
        Usamos tu correo solo para este aviso. Si el producto no llega en seis meses, lo borramos.
      </DataNote>
      <div className="grid gap-2">
        <Button type="submit" loading={sending} wide>
          Avísame cuando llegue
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
