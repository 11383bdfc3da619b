import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { SALE_CONDITION_NAMES, SALE_CONDITIONS, type SaleCondition } from '#domain/sale-condition.ts'
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
  const form = useForm({
    defaultValues: { category: '', discount: '', from: '', until: '', stock: '', saleCondition: 'direct' },
  })
  const submit = useSubmit(form, (values) => onApply(changeOf(kind, values)))
  const { field } = submit

  return (
    <form {...submit.formProps} className="grid gap-4">
      {kind === 'category' && (
        <SelectField label="Categoría" required {...field('category')} data-autofocus>
          <option value="">Elige una categoría</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
      )}
      {kind === 'saleCondition' && (
        <SelectField label="Condición de venta" required {...field('saleCondition')} data-autofocus>
          {SALE_CONDITIONS.map((condition) => (
            <option key={condition} value={condition}>
              {SALE_CONDITION_NAMES[condition]}
            </option>
          ))}
        </SelectField>
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

function changeOf(
  kind: FormKind,
  {
    category,
    discount,
    from,
    until,
    stock,
    saleCondition,
  }: Record<'category' | 'discount' | 'from' | 'until' | 'stock' | 'saleCondition', string>,
): Change {
  if (kind === 'category') return { kind, category }
  if (kind === 'stock') return { kind, stock }
  if (kind === 'saleCondition') return { kind, saleCondition: saleCondition as SaleCondition }
  return {
    kind,
    discount: discount.trim().replace(',', '.'),
    from: from || undefined,
    until: until || undefined,
  }
}
