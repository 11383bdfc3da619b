import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { keyBody } from '#contract/connections.ts'
import { SCOPES } from '#domain/scopes.ts'
import { browserApi } from '../../api/client.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { ChoiceList } from './choice-list.tsx'
import { SCOPE_WORDS } from './connection-words.ts'
import { ShownOnce } from './shown-once.tsx'

const schema = keyBody.omit({ expires: true })

/** Days until a key ends, by the names of the choice. */
const ENDS = { Nunca: null, 'En 30 días': 30, 'En 90 días': 90, 'En un año': 365 } as const
type End = keyof typeof ENDS

const DAY_MS = 86_400_000

/** Creates a key for another system, in a modal, and shows it. */
export function KeyForm({ onClose, onDirty }: { onClose: () => void; onDirty: (dirty: boolean) => void }) {
  const [created, setCreated] = useState<{ key: string; message: string }>()
  const [end, setEnd] = useState<End>('Nunca')
  const { revalidate } = useRevalidator()
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { name: '', scopes: [] },
  })
  const { errors } = form.formState
  const { formProps, sending, failure } = useSubmit(
    form,
    async (values) => {
      const days = ENDS[end]
      const expires = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
      const { data, message } = await browserApi.createKey({ body: { ...values, expires } })
      setCreated({ key: data.key, message })
      form.reset()
      void revalidate()
    },
    { failureAs: 'line-or-field', fieldOfCode: { NAME_TAKEN: 'name' }, onDirty },
  )
  if (created)
    return (
      <ShownOnce
        label="Clave"
        message={created.message}
        value={created.key}
        hint="Se envía en cada llamada, en Authorization: Bearer."
        onClose={onClose}
      />
    )
  const writes = form.watch('scopes').includes('products:write')
  return (
    <form {...formProps} aria-label="Crear clave" className="grid gap-4">
      <InputField
        label="Nombre"
        hint="El sistema que la usará, por ejemplo Caja del local. Así aparece en Actividad."
        {...form.register('name')}
        error={errors.name?.message}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <ChoiceList
        label="Permisos"
        values={SCOPES}
        words={SCOPE_WORDS}
        field={form.register('scopes')}
        error={errors.scopes?.message}
      />
      {writes && (
        <p className="rounded-lg bg-amber-pale p-3 text-amber-ink text-sm">
          En estas llamadas <code>cost</code> es el precio de venta. No envíes ahí el «costo» de la caja, lo
          que se paga al proveedor: la tienda vendería a ese precio.
        </p>
      )}
      <SelectField label="Vence" value={end} onChange={(event) => setEnd(event.target.value as End)}>
        {Object.keys(ENDS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" icon="lock" loading={sending}>
          Crear clave
        </Button>
      </div>
    </form>
  )
}
