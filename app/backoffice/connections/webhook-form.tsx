import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { WEBHOOK_EVENTS, webhookBody } from '#contract/webhooks.ts'
import { browserApi } from '../../api/client.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField } from '../../ui/field.tsx'
import { ChoiceList } from './choice-list.tsx'
import { EVENT_WORDS } from './connection-words.ts'
import { ShownOnce } from './shown-once.tsx'

/** Creates a webhook, in a modal, and shows its secret. */
export function WebhookForm({
  onClose,
  onDirty,
}: {
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const [created, setCreated] = useState<{ secret: string; message: string }>()
  const { revalidate } = useRevalidator()
  const form = useForm<z.input<typeof webhookBody>, unknown, z.output<typeof webhookBody>>({
    resolver: zodResolver(webhookBody),
    mode: 'onTouched',
    defaultValues: { url: '', events: [] },
  })
  const { errors } = form.formState
  const { formProps, sending, failure } = useSubmit(
    form,
    async (body) => {
      const { data, message } = await browserApi.createWebhook({ body })
      setCreated({ secret: data.secret, message })
      form.reset()
      void revalidate()
    },
    { failureAs: 'line-or-field', onDirty },
  )
  if (created)
    return (
      <ShownOnce
        label="Secreto"
        message={created.message}
        value={created.secret}
        hint="Con él, el otro sistema comprueba que un aviso es de la tienda (Standard Webhooks)."
        onClose={onClose}
      />
    )
  return (
    <form {...formProps} aria-label="Crear webhook" className="grid gap-4">
      <InputField
        label="Dirección"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Donde el otro sistema recibe los avisos."
        {...form.register('url')}
        error={errors.url?.message}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <ChoiceList
        label="Avisos"
        values={WEBHOOK_EVENTS}
        words={EVENT_WORDS}
        field={form.register('events')}
        error={errors.events?.message}
      />
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" icon="bell" loading={sending}>
          Crear webhook
        </Button>
      </div>
    </form>
  )
}
