import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type UnsavedDraft, useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/modal-buttons.tsx'
import { useSaved } from '../../forms/use-saved.ts'
import { useSubmit } from '../../forms/use-submit.ts'

/** The properties of the category form and of the supplier form, each in a modal. */
export type NameFormProps<Row> = {
  /** The row to edit; left out for a new one. */
  row?: Row
  draft: UnsavedDraft | null
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

/** The frame of the category form and of the supplier form; its children are the fields. */
export function NameForm<Row, Values extends FieldValues, Body>({
  form,
  row,
  draft,
  draftOf,
  about,
  save,
  onClose,
  onDirty,
  children,
}: NameFormProps<Row> & {
  form: UseFormReturn<Values, unknown, Body>
  draftOf: UnsavedDraft['form']
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  save: (body: Body) => Promise<{ message: string }>
  children: React.ReactNode
}) {
  const saved = useSaved(onClose)
  useUnsavedDraft(form, draft, () => ({
    form: draftOf,
    about,
    row: row ?? null,
    values: Object.fromEntries(
      Object.entries(form.getValues()).map(([name, value]) => [name, String(value)]),
    ),
  }))
  const { formProps, sending } = useSubmit(
    form,
    async (body) => {
      const { message } = await save(body)
      void saved(row ? 'Actualizado' : 'Guardado', message)
    },
    { failureAs: 'general-dialog', saveKey: true, onDirty },
  )
  return (
    <form {...formProps} className="grid gap-4">
      {children}
      <ModalButtons editing={row !== undefined} saving={sending} onCancel={onClose} />
    </form>
  )
}
