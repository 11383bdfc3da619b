import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { WEBHOOK_EVENTS, webhookBody } from '#contract/webhooks.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField } from '../../ui/field.tsx'
import { ChoiceList, ShownOnce } from './connection-fields.tsx'
import { EVENT_WORDS } from './connection-words.ts'

/** Creates a webhook, in a modal, and shows its secret. */
export function WebhookForm() {
  const [created, setCreated] = useState<{ secret: string; message: string }>()
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(webhookBody, { url: '', events: [] })
  const submit = useSubmit(form, async (body) => {
    const { data, message } = await browserApi.createWebhook({ body })
    setCreated({ secret: data.secret, message })
    form.reset()
    void revalidate()
  })
  if (created)
    return (
      <ShownOnce
        label="Secreto"
        message={created.message}
        value={created.secret}
        hint="Con él, el otro sistema comprueba que un aviso es de la tienda (Standard Webhooks)."
      />
    )
  return (
    <form {...submit.formProps} aria-label="Crear webhook" className="grid gap-4">
      <InputField
        label="Dirección"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Donde el otro sistema recibe los avisos."
        {...submit.field('url')}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <ChoiceList label="Avisos" values={WEBHOOK_EVENTS} words={EVENT_WORDS} field={submit.field('events')} />
      <ModalButtons submit="Crear webhook" icon="bell" form={submit} />
    </form>
  )
}
