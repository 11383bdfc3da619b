import {
  mapProductFields,
  PRODUCT_FIELDS,
  type ProductField,
  productFieldNames,
} from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { readPesos } from '#domain/pesos.ts'
import { formatDecimal, formatPrice, withPoint } from '#domain/price.ts'
import { needsPrescription, SALE_CONDITION_NAMES, type SaleCondition } from '#domain/sale-condition.ts'

/** The values of the product form's fields. SI and NO are 'true' and 'false'. */
export type ProductValues = Record<ProductField, string>

export const LABELS = mapProductFields(({ label, formLabel }) => formLabel ?? label)

export const NEW_PRODUCT: ProductValues = mapProductFields(({ required, empty }) =>
  required ? '' : String(empty),
)

/** The form's values for a product. */
export const valuesOf = (product: Product): ProductValues =>
  mapProductFields(({ kind }, field) =>
    kind === 'percent' ? formatDecimal(Number(product[field])) : String(product[field]),
  )

/** The price that a text means, in pesos; null when it can't be read, or could mean two prices. */
export function pesosOf(text: string): number | null {
  const read = readPesos(text)
  return read === null || read === 'ambiguous' ? null : Number(read.digits)
}

/** The values with prices as the server writes them, to compare them with saved ones. */
export const withParsedPrices = (values: ProductValues): ProductValues =>
  mapProductFields(({ kind }, field) =>
    kind === 'pesos' ? String(pesosOf(values[field]) ?? values[field]) : values[field],
  )

/** The fields that the next product of a series takes over from the one before it. */
export const seriesOf = ({ category, laboratory }: ProductValues): Partial<ProductValues> => ({
  category,
  laboratory,
})

/** The fields that a duplicate takes over: all but codes and stock, which are the product's own. */
export const duplicateOf = (product: Product): Partial<ProductValues> => {
  const { barcode: _barcode, ownCode: _ownCode, stock: _stock, ...rest } = valuesOf(product)
  return rest
}

/** A value as the screen shows it. */
export const displayValue = (field: ProductField, value: string): string =>
  PRODUCT_FIELDS[field].kind === 'condition'
    ? SALE_CONDITION_NAMES[value as SaleCondition]
    : ({ true: 'SI', false: 'NO', '': '—' }[value] ?? value)

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

/** The kind of prescription that the form shows for a condition of sale. */
const prescriptionKind = (condition: string) =>
  needsPrescription(condition as SaleCondition) ? condition : 'simple'

/**
 * The form data to send. Decimals are typed with a comma and sent with a point. Without a prescription no sale condition is sent:
 * the server derives it from the fields with SI and NO.
 */
export function payload(values: ProductValues, image: File | null, version?: string): FormData {
  const form = new FormData()
  for (const field of productFieldNames.filter((name) => name !== 'saleCondition'))
    form.append(field, PRODUCT_FIELDS[field].kind === 'percent' ? withPoint(values[field]) : values[field])
  if (values.prescription === 'true') form.append('saleCondition', prescriptionKind(values.saleCondition))
  if (version !== undefined) form.append('version', version)
  if (image) form.append('photo', image)
  return form
}
