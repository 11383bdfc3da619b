import { useForm } from 'react-hook-form'
import type { ListedIngredient } from '#contract/sale-conditions.ts'
import { PRESCRIPTION_CONDITIONS, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { SALE_ROUTE_NAMES, SALE_ROUTES } from '#domain/sale-hold/product-words.ts'
import { browserApi } from '../../../api/client.ts'
import { ModalButtons } from '../../../forms/form-modal.tsx'
import { useSaved } from '../../../forms/in-modal.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { InputField, SelectField, TextAreaField } from '../../../ui/field.tsx'

const CONDITIONS = Object.fromEntries(
  (['direct', ...PRESCRIPTION_CONDITIONS] as const).map((condition) => [
    condition,
    SALE_CONDITION_NAMES[condition],
  ]),
)

/** An ingredient's usual condition and the names by which products are recognised. */
export function IngredientForm({
  row,
}: {
  /** The ingredient to edit; left out for a new one. */
  row: ListedIngredient | undefined
}) {
  const saved = useSaved()
  const form = useForm({
    defaultValues: {
      ingredient: row?.ingredient ?? '',
      saleCondition: row?.saleCondition ?? 'simple',
      directUpTo: String(row?.directUpTo ?? ''),
      directRoutes: row?.directRoutes ?? [],
      names: row?.names.join('\n') ?? '',
    },
  })
  const submit = useSubmit(
    form,
    async ({ names, directUpTo, ...values }) => {
      const lines = names.split(/[\n,;]/).filter((name) => name.trim())
      const { message } = await browserApi.setIngredientCondition({
        body: {
          ...values,
          directUpTo: directUpTo.trim() ? Number(directUpTo) : null,
          names: lines,
        },
      })
      void saved(row ? 'Actualizado' : 'Guardado', message)
    },
    { saveKey: true },
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      <InputField
        label="Principio activo"
        required
        readOnly={row !== undefined}
        data-autofocus={row ? undefined : true}
        autoComplete="off"
        {...submit.field('ingredient')}
      />
      <SelectField
        label="Condición usual"
        data-autofocus={row ? true : undefined}
        {...submit.field('saleCondition')}
        options={CONDITIONS}
      />
      {form.watch('saleCondition') !== 'direct' && (
        <fieldset className="grid gap-3">
          <legend className="font-semibold">Se vende directo solo</legend>
          <InputField
            label="Hasta (mg)"
            type="number"
            step="any"
            min="0"
            autoComplete="off"
            className="max-w-40"
            {...submit.field('directUpTo')}
          />
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {SALE_ROUTES.filter((route) => route !== 'injection').map((route) => (
              <label key={route} className="flex min-h-10 items-center gap-2">
                <input
                  type="checkbox"
                  value={route}
                  className="size-5 accent-brand"
                  {...form.register('directRoutes')}
                />
                {SALE_ROUTE_NAMES[route]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <TextAreaField
        label="Se reconoce por"
        hint="Nombres y marcas, uno por línea. Sin tildes ni mayúsculas da lo mismo."
        rows={5}
        {...submit.field('names')}
      />
      <ModalButtons submit={row ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}
