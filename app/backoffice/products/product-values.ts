import type { Product } from '#contract/products.ts'

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
