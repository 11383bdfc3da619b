import { useState } from 'react'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { SALE_CONDITION_NAMES, SALE_CONDITIONS, type SaleCondition } from '#domain/sale-condition.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { ModalButtons } from '../../../forms/modal-buttons.tsx'
import { useMounted } from '../../../forms/use-mounted.ts'
import { FieldError, InputField, SelectField } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'

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
  onClose,
}: {
  kind: FormKind
  categories: readonly string[]
  onApply: (change: Change) => Promise<void>
  onClose: () => void
}) {
  const [values, setValues] = useState({
    category: '',
    discount: '',
    from: '',
    until: '',
    stock: '',
    saleCondition: 'direct',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const mounted = useMounted()

  async function save(event: React.FormEvent) {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    setErrors({})
    try {
      await onApply(changeOf(kind, values))
    } catch (error) {
      const { issues, message } = await refusalOf(error)
      if (!mounted.current) return notice.error(message)
      const known = issues.map(({ path, message }) => [path.split('.').at(-1), message] as const)
      setErrors(known.length > 0 ? Object.fromEntries(known) : { form: message })
      setSaving(false)
    }
  }
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((now) => ({ ...now, [name]: target.value })),
  })

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
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
      <FieldError error={errors.form} />
      <ModalButtons editing={false} saving={saving} onCancel={onClose} />
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
