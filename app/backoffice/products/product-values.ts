import type { Product } from '#contract/products.ts'
import { readPesos } from '#domain/pesos.ts'

/** The values of the product form's fields. SI and NO are 'true' and 'false'. */
export type ProductValues = {
  barcode: string
  category: string
  tradename: string
  healthRegister: string
  dcm: string
  laboratory: string
  bioequivalent: string
  generic: string
  prescription: string
  directSale: string
  form: string
  quantity: string
  cost: string
  discount: string
  stock: string
  legalWarning: string
}
export type FieldName = keyof ProductValues

export const LABELS: Record<FieldName, string> = {
  barcode: 'Código de barras',
  category: 'Categoría',
  tradename: 'Nombre',
  healthRegister: 'Registro sanitario',
  dcm: 'DCM',
  laboratory: 'Laboratorio',
  bioequivalent: 'Bioequivalente',
  generic: 'Genérico',
  prescription: 'Receta',
  directSale: 'Venta directa',
  form: 'Forma farmacéutica',
  quantity: 'Cantidad',
  cost: 'Precio',
  discount: 'Descuento (%)',
  stock: 'Stock',
  legalWarning: 'Advertencia legal',
}
/** The server refuses a product without them; they are marked before. */
export const REQUIRED_FIELDS: readonly FieldName[] = ['category', 'tradename', 'laboratory', 'cost', 'stock']
export const FIELDS = Object.keys(LABELS) as FieldName[]

export const NEW_PRODUCT: ProductValues = {
  barcode: '',
  category: '',
  tradename: '',
  healthRegister: '',
  dcm: '',
  laboratory: '',
  bioequivalent: 'false',
  generic: 'false',
  prescription: 'false',
  directSale: 'false',
  form: '',
  quantity: '',
  cost: '',
  discount: '0',
  stock: '',
  legalWarning: '',
}

/** The form's values for a product. */
export const valuesOf = (product: Product): ProductValues =>
  Object.fromEntries(
    FIELDS.map((name) => [
      name,
      name === 'discount' ? String(product.discount).replace('.', ',') : String(product[name]),
    ]),
  ) as ProductValues

/** The price that a text means, in pesos; null when it can't be read, or could mean two prices. */
export function pesosOf(text: string): number | null {
  const read = readPesos(text)
  return read === null || read === 'ambiguous' ? null : Number(read.digits)
}

/** The values with the price as the server writes it, to compare them with saved ones. */
export const comparable = (values: ProductValues): ProductValues => ({
  ...values,
  cost: String(pesosOf(values.cost) ?? values.cost),
})

/** The fields that the next product of a series takes over from the one before it. */
export const seriesOf = ({ category, laboratory }: ProductValues): Partial<ProductValues> => ({
  category,
  laboratory,
})

/** The fields that a duplicate takes over: all but barcode and stock, which are the product's own. */
export const duplicateOf = (product: Product): Partial<ProductValues> => {
  const { barcode: _barcode, stock: _stock, ...rest } = valuesOf(product)
  return rest
}

/** A value as the screen shows it. */
export const shown = (value: string) => ({ true: 'SI', false: 'NO', '': '—' })[value] ?? value

/** The form data to send. Decimals are typed with a comma and sent with a point. */
export function payload(values: ProductValues, image: File | null, version?: string): FormData {
  const form = new FormData()
  for (const name of FIELDS)
    form.append(name, name === 'discount' ? values[name].replace(',', '.') : values[name])
  if (version !== undefined) form.append('version', version)
  if (image) form.append('photo', image)
  return form
}
