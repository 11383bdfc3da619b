import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { REQUIRED } from '#contract/messages.ts'
import { ModalButtons } from '../forms/form-modal.tsx'
import { useFormModal } from '../forms/in-modal.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { InputField } from '../ui/field.tsx'
import { changePreferences } from './preferences.ts'

/** Asks for the name of a new saved view, in a modal. */
export function SaveViewForm({ list, query }: { list: string; query: string }) {
  const { close } = useFormModal()
  const form = useForm({ defaultValues: { name: '' } })
  const submit = useSubmit(form, async ({ name }) => {
    await changePreferences({ change: 'save-view', list, name, query })
    close()
  })
  const { setFocus } = form
  // The modal may have opened before this form was loaded.
  useEffect(() => setFocus('name'), [setFocus])

  return (
    <form {...submit.formProps} className="grid gap-4">
      <p className="text-soft">La búsqueda y los filtros de ahora quedan a un clic, solo para ti.</p>
      <InputField
        label="Nombre"
        required
        autoComplete="off"
        maxLength={40}
        placeholder="Por ejemplo: Sin existencias"
        {...submit.field('name', { validate: (name) => name.trim() !== '' || REQUIRED })}
      />
      <ModalButtons submit="Guardar" form={submit} />
    </form>
  )
}
