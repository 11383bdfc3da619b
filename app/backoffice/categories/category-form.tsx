import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Category, categoryBody } from '#contract/categories.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf, showServerFailure } from '../../api/server-failure.ts'
import { ModalButtons } from '../../forms/modal-buttons.tsx'
import { showIssues } from '../../forms/show-issues.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../forms/unsaved-draft.ts'
import { useSaveKey } from '../../forms/use-save-key.ts'
import { useSaved } from '../../forms/use-saved.ts'
import { InputField, SelectField } from '../../ui/field.tsx'

type Typed = z.input<typeof categoryBody>

/** The category form, in a modal: creates a category, or edits the given one. */
export function CategoryForm({
  category,
  draft,
  onClose,
  onDirty,
}: {
  category?: Category
  draft?: UnsavedDraft | null
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const saved = useSaved(onClose)
  const form = useForm<Typed, unknown, z.output<typeof categoryBody>>({
    resolver: zodResolver(categoryBody),
    mode: 'onTouched',
    defaultValues: {
      categoryName: category?.categoryName ?? '',
      status: category && !category.status ? 'false' : 'true',
    },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(element, isSubmitting)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useDraftValues(form, draft)
  useKeepUnsaved(isDirty, () => ({
    form: 'category',
    about: category ? `la categoría «${category.categoryName}»` : 'una categoría nueva',
    row: category ?? null,
    values: { ...form.getValues(), status: String(form.getValues('status')) },
  }))

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = category
        ? await browserApi.updateCategory({ body: { id: category._id, ...body } })
        : await browserApi.createCategory({ body })
      void saved(category ? 'Actualizado' : 'Guardado', message)
    } catch (error) {
      const refusal = await refusalOf(error)
      await showServerFailure()
      showIssues(refusal, form)
    }
  })

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <InputField
        label="Nombre"
        {...form.register('categoryName')}
        required
        data-autofocus
        autoComplete="off"
        error={errors.categoryName?.message}
      />
      <SelectField label="Estado" {...form.register('status')} error={errors.status?.message}>
        <option value="true">Activo</option>
        <option value="false">Inactivo</option>
      </SelectField>
      <ModalButtons editing={category !== undefined} saving={isSubmitting} onCancel={onClose} />
    </form>
  )
}
