import type { ProductField } from './workbook-rows.ts'

/** A column of the product workbook, for the template and for the import (docs/product.md#product-workbook). */
export type ProductColumn = {
  field: ProductField
  header: string
  kind: 'barcode' | 'text' | 'flag' | 'whole' | 'percent'
  /** Which products must have it: all of them, or new ones. */
  needed: 'always' | 'new' | 'never'
  note: string
  example: string | number
  width: number
  /** The drop-down list of its cells. */
  choices?: 'flags' | 'categories' | 'suppliers'
}

const FLAG = { kind: 'flag', needed: 'never', width: 15, choices: 'flags' } as const

export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  {
    field: 'barcode',
    header: 'Código de barras',
    kind: 'barcode',
    needed: 'always',
    note: 'Identifica al producto: si ya existe, se actualiza; si no, se crea. Escríbelo completo, como texto. Si tiene dos códigos, sepáralos con una coma.',
    example: '7800000000018',
    width: 20,
  },
  {
    field: 'tradename',
    header: 'Nombre',
    kind: 'text',
    needed: 'new',
    note: 'Nombre comercial, con dosis y contenido. Máximo 200 caracteres.',
    example: 'EJEMPLO Losartán potásico 50 mg × 30 comprimidos',
    width: 48,
  },
  {
    field: 'category',
    header: 'Categoría',
    kind: 'text',
    needed: 'never',
    note: 'Elige una de la lista o escribe una nueva, que se creará. Máximo 80 caracteres.',
    example: 'Cardiovascular',
    width: 24,
    choices: 'categories',
  },
  {
    field: 'dcm',
    header: 'DCM',
    kind: 'text',
    needed: 'never',
    note: 'Denominación común del medicamento.',
    example: 'Losartán potásico 50 mg',
    width: 30,
  },
  {
    field: 'laboratory',
    header: 'Laboratorio',
    kind: 'text',
    needed: 'never',
    note: 'Elige uno de la lista o escribe uno nuevo, que se creará. Máximo 80 caracteres.',
    example: 'Laboratorio Andino',
    width: 24,
    choices: 'suppliers',
  },
  {
    field: 'healthRegister',
    header: 'Registro sanitario',
    kind: 'text',
    needed: 'never',
    note: 'Registro del ISP, por ejemplo F-90001/25.',
    example: 'F-90001/25',
    width: 20,
  },
  {
    field: 'form',
    header: 'Forma farmacéutica',
    kind: 'text',
    needed: 'never',
    note: 'Comprimidos, cápsulas, jarabe, crema…',
    example: 'comprimidos recubiertos',
    width: 24,
  },
  {
    field: 'quantity',
    header: 'Cantidad',
    kind: 'text',
    needed: 'never',
    note: 'Contenido del envase, por ejemplo 30 comprimidos o 120 ml.',
    example: '30 comprimidos',
    width: 18,
  },
  {
    ...FLAG,
    field: 'bioequivalent',
    header: 'Bioequivalente',
    note: 'SI o NO.',
    example: 'SI',
  },
  {
    ...FLAG,
    field: 'generic',
    header: 'Genérico',
    note: 'SI o NO.',
    example: 'NO',
  },
  {
    ...FLAG,
    field: 'prescription',
    header: 'Receta',
    note: 'SI cuando se vende con receta.',
    example: 'SI',
  },
  {
    ...FLAG,
    field: 'directSale',
    header: 'Venta directa',
    note: 'SI o NO. No puede ser SI junto con Receta.',
    example: 'NO',
  },
  {
    field: 'cost',
    header: 'Precio',
    kind: 'whole',
    needed: 'new',
    note: 'Precio de venta en pesos chilenos, con IVA y sin decimales: 1990 o $1.990. Mayor que 0.',
    example: 1990,
    width: 12,
  },
  {
    field: 'discount',
    header: 'Descuento',
    kind: 'percent',
    needed: 'never',
    note: 'Porcentaje de 0 a 100, por ejemplo 15.',
    example: 10,
    width: 12,
  },
  {
    field: 'stock',
    header: 'Stock',
    kind: 'whole',
    needed: 'never',
    note: 'Unidades que hay, un número entero.',
    example: 25,
    width: 10,
  },
  {
    field: 'legalWarning',
    header: 'Advertencia legal',
    kind: 'text',
    needed: 'never',
    note: 'Texto que acompaña al producto, por ejemplo el tipo de receta. Máximo 1.000 caracteres.',
    example: 'Venta bajo receta médica.',
    width: 30,
  },
]

export const columnOf = (field: string) => PRODUCT_COLUMNS.find((column) => column.field === field)

/** Where products without a category or a laboratory belong. */
export const NO_CATEGORY = 'Sin categoría'
export const NO_LABORATORY = 'Sin laboratorio'

/** Whether the row is the template's example, which is not imported. */
export const isExample = ({ barcode, tradename }: { barcode: string; tradename?: string }) =>
  barcode === columnOf('barcode')?.example && tradename === columnOf('tradename')?.example
