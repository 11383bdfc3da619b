import { type UseFormReturn, useWatch } from 'react-hook-form'
import { discountedPrice } from '#domain/price.ts'
import { InputField } from '../../ui/field.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { type ProductValues, pesosOf } from './product-values.ts'

/** The price, with its interpretation while it is typed and with the discount beside it. */
export function PriceField({
  form,
  ...field
}: { form: UseFormReturn<ProductValues> } & Omit<React.ComponentProps<typeof InputField>, 'form'>) {
  const [cost, discount] = useWatch({ control: form.control, name: ['cost', 'discount'] })
  return <InputField {...field} inputMode="numeric" hint={hint(cost, discount)} />
}

function hint(text: string, discountText: string): string {
  if (!text.trim()) return 'En pesos, por ejemplo 12.990.'
  const pesos = pesosOf(text)
  if (pesos === null) return 'No se entiende. Escribe el precio sin puntos ni comas.'
  const discount = Number(discountText.replace(',', '.'))
  const reduced = discount > 0 && discount <= 100 ? discountedPrice(pesos, discount) : pesos
  return reduced === pesos
    ? `Se entiende: ${formatPrice(pesos)}`
    : `Se entiende: ${formatPrice(pesos)}, con descuento ${formatPrice(reduced)}`
}
