import { type UseFormReturn, useWatch } from 'react-hook-form'
import { presentationText, readPresentation } from '#domain/presentation.ts'
import { discountedPrice } from '#domain/price.ts'
import { unitPrice } from '#domain/unit-price.ts'
import { InputField } from '../../ui/field.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { type ProductValues, pesosOf } from './product-values.ts'

/** The pack's content, with the shop's interpretation while it is typed (docs/product.md#prices). */
export function QuantityField({
  form,
  ...field
}: { form: UseFormReturn<ProductValues> } & Omit<React.ComponentProps<typeof InputField>, 'form'>) {
  const [quantity, tradename, kind, cost, discount] = useWatch({
    control: form.control,
    name: ['quantity', 'tradename', 'form', 'cost', 'discount'],
  })
  return <InputField {...field} hint={hint({ quantity, tradename, form: kind }, cost, discount)} />
}

function hint(described: Parameters<typeof readPresentation>[0], cost: string, discount: string): string {
  const presentation = readPresentation(described)
  if (!presentation) {
    const example = 'Por ejemplo: 30 comprimidos.'
    return described.quantity.trim()
      ? `No se entiende, así que no se muestra el precio por unidad. ${example}`
      : example
  }
  const price = discountedPrice(pesosOf(cost) ?? Number.NaN, Number(discount.replace(',', '.')))
  const unit = Number.isFinite(price) ? unitPrice(price, presentation) : null
  const understood = `Se entiende: ${presentationText(presentation)}`
  return unit && price > 0 ? `${understood}, ${formatPrice(unit.price)} por ${unit.unit}` : understood
}
