import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { NameKind } from '#contract/merged-names.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { type NamedRow, offerMerge } from './merge-names.tsx'

/**
 * The frame of the category form and of the supplier form; its children are the fields. A row that is given the name of another one can be
 * merged into it.
 */
export function NameForm<Row, Values extends FieldValues, Body>({
  form,
  row,
  named,
  nameIn,
  kind,
  about,
  save,
  children,
}: {
  form: UseFormReturn<Values, unknown, Body>
  /** The row to edit; left out for a new one. */
  row: Row | undefined
  /** The row's name, for a new name that another one has: the two can be merged. */
  named: NamedRow | undefined
  /** The name that the form's values give. */
  nameIn: (body: Body) => string
  kind: NameKind
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  save: (body: Body) => Promise<{ message: string }>
  children: (field: ReturnType<typeof useSubmit<Values, Body>>['field']) => React.ReactNode
}) {
  const saved = useSaved()
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: kind,
    about,
    row: row ?? null,
    values: Object.fromEntries(
      Object.entries(form.getValues()).map(([name, value]) => [name, String(value)]),
    ),
  }))
  const submit = useSubmit(
    form,
    async (body) => {
      try {
        const { message } = await save(body)
        void saved(row ? 'Actualizado' : 'Guardado', message)
      } catch (error) {
        if (!named || (await refusalOf(error)).code !== 'NAME_TAKEN') throw error
        const message = await offerMerge(kind, named, nameIn(body))
        if (message) void saved('Listo!', message)
      }
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
