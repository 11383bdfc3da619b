import { useForm } from 'react-hook-form'
import type { ListedIngredient } from '#contract/sale-conditions.ts'
import { PRESCRIPTION_CONDITIONS, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { browserApi } from '../../../api/client.ts'
import { ModalButtons } from '../../../forms/modal-buttons.tsx'
import { useSaved } from '../../../forms/use-saved.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { FieldError, InputField, SelectField, TextAreaField } from '../../../ui/field.tsx'

/** An ingredient's usual condition and the names by which products are recognised. */
export function IngredientForm({
  row,
  onClose,
  onDirty,
}: {
  /** The ingredient to edit; left out for a new one. */
  row: ListedIngredient | undefined
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const saved = useSaved(onClose)
  const form = useForm({
    defaultValues: {
      ingredient: row?.ingredient ?? '',
      saleCondition: row?.saleCondition ?? 'simple',
      names: row?.names.join('\n') ?? '',
    },
  })
  const { errors } = form.formState
  const { formProps, sending, failure } = useSubmit(
    form,
    async ({ names, ...values }) => {
      const lines = names.split(/[\n,;]/).filter((name) => name.trim())
      const { message } = await browserApi.setIngredientCondition({ body: { ...values, names: lines } })
      void saved(row ? 'Actualizado' : 'Guardado', message)
    },
    { failureAs: 'line-or-field', saveKey: true, onDirty },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <InputField
        label="Principio activo"
        required
        readOnly={row !== undefined}
        data-autofocus={row ? undefined : true}
        autoComplete="off"
        error={errors.ingredient?.message}
        {...form.register('ingredient')}
      />
      <SelectField
        label="Condición usual"
        data-autofocus={row ? true : undefined}
        error={errors.saleCondition?.message}
        {...form.register('saleCondition')}
      >
        {(['direct', ...PRESCRIPTION_CONDITIONS] as const).map((condition) => (
          <option key={condition} value={condition}>
            {SALE_CONDITION_NAMES[condition]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Se reconoce por"
        hint="Nombres y marcas, uno por línea. Sin tildes ni mayúsculas da lo mismo."
        rows={5}
        error={errors.names?.message}
        {...form.register('names')}
      />
      <FieldError error={failure} />
      <ModalButtons editing={row !== undefined} saving={sending} onCancel={onClose} />
    </form>
  )
}
