import { formatPrice } from '#domain/price.ts'
import { type FieldName, LABELS, shown } from '../product-values.ts'

/** The fields in the order of the template's columns (docs/product.md#product-workbook). */
export const COLUMNS: readonly FieldName[] = [
  'barcode',
  'tradename',
  'category',
  'dcm',
  'laboratory',
  'healthRegister',
  'form',
  'quantity',
  'bioequivalent',
  'generic',
  'prescription',
  'directSale',
  'cost',
  'discount',
  'stock',
  'legalWarning',
]

/** The header of a field's column in the template. */
export const headerOf = (field: FieldName) => (field === 'discount' ? 'Descuento' : LABELS[field])

/** A value of an import (`1990`, `true`) as the screen shows it. */
export function shownValue(field: FieldName, value: string): string {
  const number = value === '' ? Number.NaN : Number(value.replace(',', '.'))
  if (Number.isNaN(number)) return shown(value)
  if (field === 'cost') return formatPrice(number)
  if (field === 'stock') return number.toLocaleString('es-CL')
  if (field === 'discount') return `${number.toLocaleString('es-CL')} %`
  return value
}

/** `1 fila`, `1.200 filas`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es-CL')} ${count === 1 ? one : many}`
