import { PRODUCT_FIELDS, type ProductField } from '#contract/product-fields.ts'
import { formatPrice } from '#domain/price.ts'
import { displayValue } from '../product-values.ts'

/** The heading of a field's column in the template. */
export const headerOf = (field: ProductField) => PRODUCT_FIELDS[field].label

/** A value of an import (`1990`, `true`) as the screen shows it. */
export function shownValue(field: ProductField, value: string): string {
  const number = value === '' ? Number.NaN : Number(value.replace(',', '.'))
  if (Number.isNaN(number)) return displayValue(field, value)
  const { kind } = PRODUCT_FIELDS[field]
  if (kind === 'pesos') return formatPrice(number)
  if (kind === 'units') return number.toLocaleString('es-CL')
  if (kind === 'percent') return `${number.toLocaleString('es-CL')} %`
  return value
}
