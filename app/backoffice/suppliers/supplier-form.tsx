import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SUPPLIER_STATUSES, type Supplier, supplierBody } from '#contract/suppliers.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf, showServerFailure } from '../../api/server-failure.ts'
import { ModalButtons } from '../../forms/modal-buttons.tsx'
import { showIssues } from '../../forms/show-issues.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../forms/unsaved-draft.ts'
import { useSaveKey } from '../../forms/use-save-key.ts'
import { useSaved } from '../../forms/use-saved.ts'
import { InputField, SelectField } from '../../ui/field.tsx'

type Typed = z.input<typeof supplierBody>

/** The supplier form, in a modal: creates a supplier, or edits the given one. */
export function SupplierForm({
  supplier,
  draft,
  onClose,
  onDirty,
}: {
  supplier?: Supplier
  draft?: UnsavedDraft | null
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const saved = useSaved(onClose)
  const form = useForm<Typed, unknown, z.output<typeof supplierBody>>({
    resolver: zodResolver(supplierBody),
    mode: 'onTouched',
    defaultValues: {
      name: supplier?.name ?? '',
      address: supplier?.address ?? '',
      contact: supplier?.contact ?? '',
      phone: supplier?.phone ?? '',
      status: supplier?.status ?? 'Activo',
    },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(element, isSubmitting)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useDraftValues(form, draft)
  useKeepUnsaved(isDirty, () => ({
    form: 'supplier',
    about: supplier ? `el proveedor «${supplier.name}»` : 'un proveedor nuevo',
    row: supplier ?? null,
    values: form.getValues(),
  }))

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = supplier
        ? await browserApi.updateSupplier({ body: { id: supplier._id, ...body } })
        : await browserApi.createSupplier({ body })
      void saved(supplier ? 'Actualizado' : 'Guardado', message)
    } catch (error) {
      const refusal = await refusalOf(error)
      await showServerFailure()
      showIssues(refusal, form)
    }
  })

  const field = (name: Path<Typed>) => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <InputField label="Nombre" {...field('name')} required data-autofocus />
      <InputField label="Dirección" {...field('address')} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Persona de contacto" {...field('contact')} />
        <InputField label="Teléfono / Celular" type="tel" {...field('phone')} />
      </div>
      <SelectField label="Estado" {...field('status')}>
        {SUPPLIER_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <ModalButtons editing={supplier !== undefined} saving={isSubmitting} onCancel={onClose} />
    </form>
  )
}
