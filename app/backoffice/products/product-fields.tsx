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
  const [prescription, cost, discount, quantity, tradename, dosageForm] = useWatch({
    control: form.control,
    name: ['prescription', 'cost', 'discount', 'quantity', 'tradename', 'form'],
  })
  /** The options of active names; the product's current name is offered too when it isn't active any more. */
  const names = (all: string[], current = '', none: string) => ({
    options: current && !all.includes(current) ? [current, ...all] : all,
    children: <option value="">Selecciona</option>,
    // As in a new shop.
    hint: all.length === 0 ? none : undefined,
  })
  /** In the form's order. */
  const inputs: Record<ProductField, React.ReactNode> = {
    barcode: <InputField {...field('barcode')} />,
    category: (
      <SelectField
        {...field('category')}
        {...names(
          options.categories,
          defaultValues?.category,
          'Aún no hay categorías activas: crea una en Categorías.',
        )}
      />
    ),
    tradename: <InputField {...field('tradename')} className="sm:col-span-2" />,
    healthRegister: <InputField {...field('healthRegister')} />,
    dcm: <InputField {...field('dcm')} />,
    laboratory: (
      <SelectField
        {...field('laboratory')}
        {...names(
          options.laboratories,
          defaultValues?.laboratory,
          'Aún no hay proveedores activos: crea uno en Proveedores.',
        )}
      />
    ),
    ownCode: <InputField {...field('ownCode')} />,
    therapeuticAction: <InputField {...field('therapeuticAction')} />,
    bioequivalent: <SelectField {...field('bioequivalent')} options={YES_NO} />,
    generic: <SelectField {...field('generic')} options={YES_NO} />,
    prescription: <SelectField {...field('prescription')} options={YES_NO} />,
    // A product that had no prescription begins with the simple one.
    saleCondition: prescription === 'true' && <SelectField {...field('saleCondition')} options={KINDS} />,
    directSale: <SelectField {...field('directSale')} options={YES_NO} />,
    coldChain: <SelectField {...field('coldChain')} options={YES_NO} />,
    form: <InputField {...field('form')} />,
    quantity: (
      <InputField
        {...field('quantity')}
        hint={quantityHint({ quantity, tradename, form: dosageForm }, cost, discount)}
      />
    ),
    cost: <InputField {...field('cost')} inputMode="numeric" hint={priceHint(cost, discount)} />,
    discount: <InputField {...field('discount')} inputMode="decimal" />,
    stock: <InputField {...field('stock')} inputMode="numeric" />,
    legalWarning: <TextAreaField {...field('legalWarning')} />,
  }
  return (
    <div className="card grid gap-6 p-4 sm:p-6">
      <p className="text-soft text-sm">
        Los campos con <span className="text-coral">*</span> son obligatorios.
      </p>
      {Object.entries(GROUPS).map(([title, columns]) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-3 font-semibold text-lg">{title}</legend>
          <div className={`grid gap-4 ${columns}`}>
            {(Object.keys(inputs) as ProductField[]).map(
              (name) =>
                PRODUCT_FIELDS[name].group === title && <Fragment key={name}>{inputs[name]}</Fragment>,
            )}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

const KINDS: Record<PrescriptionCondition, string> = {
  simple: 'Simple',
  retained: 'Retenida',
  check: 'Cheque',
}

const YES_NO = { true: 'SI', false: 'NO' }

/** The interpretation of a price while it is typed, with the discounted price beside it. */
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

/** The shop's interpretation of a pack's content while it is typed. */
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
