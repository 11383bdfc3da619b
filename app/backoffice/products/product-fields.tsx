import { Fragment } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type FormGroup, PRODUCT_FIELDS, type ProductField } from '#contract/product-fields.ts'
import { presentationText, readPresentation } from '#domain/presentation.ts'
import { discountedPrice, formatPrice, withPoint } from '#domain/price.ts'
import type { PrescriptionCondition } from '#domain/sale-condition.ts'
import { unitPrice } from '#domain/unit-price.ts'
import { InputField, SelectField, TextAreaField } from '../../ui/field.tsx'
import { LABELS, type ProductValues, pesosOf } from './product-values.ts'

/** The names of active categories and suppliers. */
export type ProductFormOptions = { categories: string[]; laboratories: string[] }

/** The form's parts, with their columns on a wide screen. */
const GROUPS = {
  Identificación: 'sm:grid-cols-2',
  Características: 'sm:grid-cols-2',
  'Precio y stock': 'sm:grid-cols-3',
  Advertencia: '',
} satisfies Record<FormGroup, string>

/** The product form's fields. Only the server checks them; it answers per field. */
export function ProductFields({
  form,
  options,
}: {
  form: UseFormReturn<ProductValues>
  options: ProductFormOptions
}) {
  const { errors, defaultValues } = form.formState
  const field = (name: ProductField) => ({
    ...form.register(name),
    label: LABELS[name],
    error: errors[name]?.message,
    autoComplete: 'off',
    required: PRODUCT_FIELDS[name].required,
  })
  const onPrescription = useWatch({ control: form.control, name: 'prescription' }) === 'true'
  /** In the form's order. */
  const inputs: Record<ProductField, React.ReactNode> = {
    barcode: <InputField {...field('barcode')} />,
    category: (
      <NameSelect
        {...field('category')}
        names={options.categories}
        current={defaultValues?.category}
        none="Aún no hay categorías activas: crea una en Categorías."
      />
    ),
    tradename: <InputField {...field('tradename')} className="sm:col-span-2" />,
    healthRegister: <InputField {...field('healthRegister')} />,
    dcm: <InputField {...field('dcm')} />,
    laboratory: (
      <NameSelect
        {...field('laboratory')}
        names={options.laboratories}
        current={defaultValues?.laboratory}
        none="Aún no hay proveedores activos: crea uno en Proveedores."
      />
    ),
    ownCode: <InputField {...field('ownCode')} />,
    therapeuticAction: <InputField {...field('therapeuticAction')} />,
    bioequivalent: <SelectField {...field('bioequivalent')} options={YES_NO} />,
    generic: <SelectField {...field('generic')} options={YES_NO} />,
    prescription: <SelectField {...field('prescription')} options={YES_NO} />,
    // A product that had no prescription begins with the simple one.
    saleCondition: onPrescription && <SelectField {...field('saleCondition')} options={KINDS} />,
    directSale: <SelectField {...field('directSale')} options={YES_NO} />,
    coldChain: <SelectField {...field('coldChain')} options={YES_NO} />,
    form: <InputField {...field('form')} />,
    quantity: <QuantityField {...field('quantity')} form={form} />,
    cost: <PriceField {...field('cost')} form={form} />,
    discount: <InputField {...field('discount')} inputMode="decimal" />,
    stock: <InputField {...field('stock')} inputMode="numeric" />,
    legalWarning: <TextAreaField {...field('legalWarning')} />,
  }
  const names = Object.keys(inputs) as ProductField[]
  return (
    <div className="card grid gap-6 p-4 sm:p-6">
      <p className="text-soft text-sm">
        Los campos con <span className="text-coral">*</span> son obligatorios.
      </p>
      {Object.entries(GROUPS).map(([title, columns]) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-3 font-semibold text-lg">{title}</legend>
          <div className={`grid gap-4 ${columns}`}>
            {names.map(
              (name) =>
                PRODUCT_FIELDS[name].group === title && <Fragment key={name}>{inputs[name]}</Fragment>,
            )}
          </div>
        </fieldset>
      ))}
    </div>
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
  /** The hint when there are no names yet, as in a new shop. */
  none: string
}) {
  const all = current && !names.includes(current) ? [current, ...names] : names
  return (
    <SelectField {...rest} {...(names.length === 0 && { hint: none })} options={all}>
      <option value="">Selecciona</option>
    </SelectField>
  )
}

const KINDS: Record<PrescriptionCondition, string> = {
  simple: 'Simple',
  retained: 'Retenida',
  check: 'Cheque',
}

const YES_NO = { true: 'SI', false: 'NO' }

/** The price, with its interpretation while it is typed and with the discount beside it. */
function PriceField({
  form,
  ...field
}: { form: UseFormReturn<ProductValues> } & Omit<React.ComponentProps<typeof InputField>, 'form'>) {
  const [cost, discount] = useWatch({ control: form.control, name: ['cost', 'discount'] })
  return <InputField {...field} inputMode="numeric" hint={priceHint(cost, discount)} />
}

function priceHint(text: string, discountText: string): string {
  if (!text.trim()) return 'En pesos, por ejemplo 12.990.'
  const pesos = pesosOf(text)
  if (pesos === null) return 'No se entiende. Escribe el precio sin puntos ni comas.'
  const discount = Number(withPoint(discountText))
  const reduced = discount > 0 && discount <= 100 ? discountedPrice(pesos, discount) : pesos
  return reduced === pesos
    ? `Se entiende: ${formatPrice(pesos)}`
    : `Se entiende: ${formatPrice(pesos)}, con descuento ${formatPrice(reduced)}`
}

/** The pack's content, with the shop's interpretation while it is typed. */
function QuantityField({
  form,
  ...field
}: { form: UseFormReturn<ProductValues> } & Omit<React.ComponentProps<typeof InputField>, 'form'>) {
  const [quantity, tradename, kind, cost, discount] = useWatch({
    control: form.control,
    name: ['quantity', 'tradename', 'form', 'cost', 'discount'],
  })
  return <InputField {...field} hint={quantityHint({ quantity, tradename, form: kind }, cost, discount)} />
}

function quantityHint(
  described: Parameters<typeof readPresentation>[0],
  cost: string,
  discount: string,
): string {
  const presentation = readPresentation(described)
  if (!presentation) {
    const example = 'Por ejemplo: 30 comprimidos.'
    return described.quantity.trim()
      ? `No se entiende, así que no se muestra el precio por unidad. ${example}`
      : example
  }
  const price = discountedPrice(pesosOf(cost) ?? Number.NaN, Number(withPoint(discount)))
  const unit = Number.isFinite(price) ? unitPrice(price, presentation) : null
  const understood = `Se entiende: ${presentationText(presentation)}`
  return unit && price > 0 ? `${understood}, ${formatPrice(unit.price)} por ${unit.unit}` : understood
}
