import type { UseFormReturn } from 'react-hook-form'
import { InputField, SelectField, TextAreaField } from '../../ui/field.tsx'
import type { Choices } from './load-choices.ts'
import { PriceField } from './price-field.tsx'
import { type FieldName, LABELS, type ProductValues, REQUIRED_FIELDS } from './product-values.ts'
import { QuantityField } from './quantity-field.tsx'

/** The product form's fields. Only the server checks them; it answers per field (docs/product.md#product-form). */
export function ProductFields({ form, choices }: { form: UseFormReturn<ProductValues>; choices: Choices }) {
  const { errors, defaultValues } = form.formState
  const field = (name: FieldName) => ({
    ...form.register(name),
    label: LABELS[name],
    error: errors[name]?.message,
    autoComplete: 'off',
    required: REQUIRED_FIELDS.includes(name),
  })
  return (
    <div className="card grid gap-6 p-4 sm:p-6">
      <p className="text-soft text-sm">
        Los campos con <span className="text-coral">*</span> son obligatorios.
      </p>
      <FieldGroup title="Identificación">
        <InputField {...field('barcode')} />
        <NameSelect
          {...field('category')}
          names={choices.categories}
          current={defaultValues?.category}
          none="Aún no hay categorías activas: crea una en Categorías."
        />
        <InputField {...field('tradename')} className="sm:col-span-2" />
        <InputField {...field('healthRegister')} />
        <InputField {...field('dcm')} />
        <NameSelect
          {...field('laboratory')}
          names={choices.laboratories}
          current={defaultValues?.laboratory}
          none="Aún no hay proveedores activos: crea uno en Proveedores."
        />
      </FieldGroup>
      <FieldGroup title="Características">
        <YesNoSelect {...field('bioequivalent')} />
        <YesNoSelect {...field('generic')} />
        <YesNoSelect {...field('prescription')} />
        <YesNoSelect {...field('directSale')} />
        <InputField {...field('form')} />
        <QuantityField {...field('quantity')} form={form} />
      </FieldGroup>
      <FieldGroup title="Precio y stock" columns="sm:grid-cols-3">
        <PriceField {...field('cost')} form={form} />
        <InputField {...field('discount')} inputMode="decimal" />
        <InputField {...field('stock')} inputMode="numeric" />
      </FieldGroup>
      <FieldGroup title="Advertencia" columns="">
        <TextAreaField {...field('legalWarning')} />
      </FieldGroup>
    </div>
  )
}

function FieldGroup({
  title,
  columns = 'sm:grid-cols-2',
  children,
}: {
  title: string
  columns?: string
  children: React.ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-lg">{title}</legend>
      <div className={`grid gap-4 ${columns}`}>{children}</div>
    </fieldset>
  )
}

type Registered = { label: string; error: string | undefined } & React.ComponentProps<'select'>

/** A dropdown of active names. The product's current name is offered too when it isn't active any more. */
function NameSelect({
  names,
  current,
  none,
  ...rest
}: Registered & {
  names: string[]
  current: string | undefined
  /** The hint when there is none yet, as in a new shop. */
  none: string
}) {
  const all = current && !names.includes(current) ? [current, ...names] : names
  return (
    <SelectField {...rest} {...(names.length === 0 && { hint: none })}>
      <option value="">Selecciona</option>
      {all.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}

function YesNoSelect(field: Registered) {
  return (
    <SelectField {...field}>
      <option value="true">SI</option>
      <option value="false">NO</option>
    </SelectField>
  )
}
