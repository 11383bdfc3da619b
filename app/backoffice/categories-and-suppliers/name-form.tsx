import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type UnsavedDraft, useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'

/** The frame of the category form and of the supplier form; its children are the fields. */
export function NameForm<Row, Values extends FieldValues, Body>({
  form,
  row,
  draftOf,
  about,
  save,
  children,
}: {
  form: UseFormReturn<Values, unknown, Body>
  /** The row to edit; left out for a new one. */
  row: Row | undefined
  draftOf: UnsavedDraft['form']
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  save: (body: Body) => Promise<{ message: string }>
  children: (field: ReturnType<typeof useSubmit<Values, Body>>['field']) => React.ReactNode
}) {
  const saved = useSaved()
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: draftOf,
    about,
    row: row ?? null,
    values: Object.fromEntries(
      Object.entries(form.getValues()).map(([name, value]) => [name, String(value)]),
    ),
  }))
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = await save(body)
      void saved(row ? 'Actualizado' : 'Guardado', message)
    },
    { dialog: 'general', saveKey: true },
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      {children(submit.field)}
      <ModalButtons submit={row ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}
