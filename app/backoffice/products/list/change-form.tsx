import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { withPoint } from '#domain/price.ts'
import { SALE_CONDITION_NAMES, type SaleCondition } from '#domain/sale-condition.ts'
import { ModalButtons } from '../../../forms/form-modal.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { InputField, SelectField } from '../../../ui/field.tsx'

export type Change = CallInput<Calls['changeProducts']>['body']['change']
export type FormKind = 'category' | 'discount' | 'stock' | 'saleCondition'

export const TITLES: Record<FormKind, string> = {
  category: 'Categoría',
  discount: 'Descuento',
  stock: 'Stock',
  saleCondition: 'Condición de venta',
}

/** The form of a change of several products, in a modal. */
export function ChangeForm({
  kind,
  categories,
  onApply,
}: {
  kind: FormKind
  categories: readonly string[]
  onApply: (change: Change) => Promise<void>
}) {
  const form = useForm({ defaultValues: EMPTY })
  const submit = useSubmit(form, (values) => onApply(changeOf(kind, values)))
  const { field } = submit

  return (
    <form {...submit.formProps} className="grid gap-4">
      {kind === 'category' && (
        <SelectField label="Categoría" required {...field('category')} options={categories} data-autofocus>
          <option value="">Elige una categoría</option>
        </SelectField>
      )}
      {kind === 'saleCondition' && (
        <SelectField
          label="Condición de venta"
          required
          {...field('saleCondition')}
          options={SALE_CONDITION_NAMES}
          data-autofocus
        />
      )}
      {kind === 'stock' && (
        <InputField
          label="Stock"
          required
          inputMode="numeric"
          hint="El stock contado: queda igual en todos los productos elegidos."
          data-autofocus
          {...field('stock')}
        />
      )}
      {kind === 'discount' && (
        <>
          <InputField
            label="Descuento (%)"
            required
            inputMode="decimal"
            hint="Con 0 queda sin descuento."
            data-autofocus
            {...field('discount')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField label="Desde" type="date" {...field('from')} />
            <InputField label="Hasta" type="date" {...field('until')} />
          </div>
          <p className="text-sm text-soft">
            Sin días rige desde ahora, hasta que lo cambies. Con días, ambos incluidos, empieza y termina
            solo, y después vuelve el descuento de antes.
          </p>
        </>
      )}
      <ModalButtons submit="Guardar" form={submit} />
    </form>
  )
}

const EMPTY = {
  ...{ category: '', discount: '', from: '', until: '', stock: '' },
  saleCondition: 'direct' as SaleCondition,
}

function changeOf(kind: FormKind, values: typeof EMPTY): Change {
  const { category, discount, from, until, stock, saleCondition } = values
  if (kind === 'category') return { kind, category }
  if (kind === 'stock') return { kind, stock }
  if (kind === 'saleCondition') return { kind, saleCondition }
  return { kind, discount: withPoint(discount), from: from || undefined, until: until || undefined }
}
