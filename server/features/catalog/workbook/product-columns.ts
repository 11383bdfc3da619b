import type { ProductForm } from '#contract/products.ts'
import { fold } from '#domain/text.ts'

type Field = Exclude<keyof ProductForm, 'version'>

/** A column of the product workbook, for the template and for the import (docs/product.md#product-workbook). */
export type ProductColumn = {
  field: Field
  header: string
  /** Other accepted headers, folded. */
  aliases: readonly string[]
  kind: 'barcode' | 'text' | 'flag' | 'whole' | 'percent'
  /** Without a required column nothing is imported. Without an optional column its field is not changed. */
  required: boolean
  note: string
  example: string | number
  width: number
  /** The drop-down list of its cells. */
  choices?: 'flags' | 'categories' | 'suppliers'
}

const FLAG = { kind: 'flag', required: false, width: 15, choices: 'flags' } as const

export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  {
    field: 'barcode',
    header: 'Código de barras',
    aliases: ['codigo', 'codigo barras', 'codigo de barra', 'barcode', 'ean', 'ean13', 'ean-13'],
    kind: 'barcode',
    required: true,
    note: 'Identifica al producto: si ya existe, se actualiza; si no, se crea. Escríbelo completo, como texto.',
    example: '7800000000018',
    width: 20,
  },
  {
    field: 'tradename',
    header: 'Nombre',
    aliases: ['nombre comercial', 'producto', 'nombre producto', 'nombre del producto', 'tradename'],
    kind: 'text',
    required: true,
    note: 'Nombre comercial, con dosis y contenido. Máximo 200 caracteres.',
    example: 'EJEMPLO Losartán potásico 50 mg × 30 comprimidos',
    width: 48,
  },
  {
    field: 'category',
    header: 'Categoría',
    aliases: ['categorias', 'category'],
    kind: 'text',
    required: true,
    note: 'Elige una de la lista o escribe una nueva, que se creará. Sin comas ni barras.',
    example: 'Cardiovascular',
    width: 24,
    choices: 'categories',
  },
  {
    field: 'dcm',
    header: 'DCM',
    aliases: ['denominacion comun', 'principio activo'],
    kind: 'text',
    required: false,
    note: 'Denominación común del medicamento.',
    example: 'Losartán potásico 50 mg',
    width: 30,
  },
  {
    field: 'laboratory',
    header: 'Laboratorio',
    aliases: ['proveedor', 'marca', 'laboratory'],
    kind: 'text',
    required: true,
    note: 'Elige uno de la lista o escribe uno nuevo, que se creará. Sin comas ni barras.',
    example: 'Laboratorio Andino',
    width: 24,
    choices: 'suppliers',
  },
  {
    field: 'healthRegister',
    header: 'Registro sanitario',
    aliases: ['registro', 'registro isp', 'registro ispch'],
    kind: 'text',
    required: false,
    note: 'Registro del ISP, por ejemplo F-90001/25.',
    example: 'F-90001/25',
    width: 20,
  },
  {
    field: 'form',
    header: 'Forma farmacéutica',
    aliases: ['forma', 'form'],
    kind: 'text',
    required: false,
    note: 'Comprimidos, cápsulas, jarabe, crema…',
    example: 'comprimidos recubiertos',
    width: 24,
  },
  {
    field: 'quantity',
    header: 'Cantidad',
    aliases: ['contenido', 'presentacion', 'quantity'],
    kind: 'text',
    required: false,
    note: 'Contenido del envase, por ejemplo 30 comprimidos o 120 ml.',
    example: '30 comprimidos',
    width: 18,
  },
  {
    ...FLAG,
    field: 'bioequivalent',
    header: 'Bioequivalente',
    aliases: [],
    note: 'SI o NO. Vacío es NO.',
    example: 'SI',
  },
  {
    ...FLAG,
    field: 'generic',
    header: 'Genérico',
    aliases: [],
    note: 'SI o NO. Vacío es NO.',
    example: 'NO',
  },
  {
    ...FLAG,
    field: 'prescription',
    header: 'Receta',
    aliases: ['receta medica', 'prescripcion', 'con receta', 'requiere receta'],
    note: 'SI cuando se vende con receta. Vacío es NO.',
    example: 'SI',
  },
  {
    ...FLAG,
    field: 'directSale',
    header: 'Venta directa',
    aliases: [],
    note: 'SI o NO. No puede ser SI junto con Receta. Vacío es NO.',
    example: 'NO',
  },
  {
    field: 'cost',
    header: 'Precio',
    aliases: ['costo', 'valor', 'precio unitario', 'precio clp', 'cost'],
    kind: 'whole',
    required: true,
    note: 'Pesos chilenos, sin decimales: 1990 o $1.990.',
    example: 1990,
    width: 12,
  },
  {
    field: 'discount',
    header: 'Descuento',
    aliases: ['descuento %', 'descuento (%)', '% descuento', 'discount'],
    kind: 'percent',
    required: false,
    note: 'Porcentaje de 0 a 100, por ejemplo 15. Vacío es 0.',
    example: 10,
    width: 12,
  },
  {
    field: 'stock',
    header: 'Stock',
    aliases: ['existencias', 'unidades'],
    kind: 'whole',
    required: true,
    note: 'Unidades que hay, un número entero.',
    example: 25,
    width: 10,
  },
  {
    field: 'legalWarning',
    header: 'Advertencia legal',
    aliases: ['advertencia', 'leyenda'],
    kind: 'text',
    required: false,
    note: 'Texto que acompaña al producto, por ejemplo el tipo de receta. Máximo 1.000 caracteres.',
    example: 'Venta bajo receta médica.',
    width: 30,
  },
]

export const columnOf = (field: string) => PRODUCT_COLUMNS.find((column) => column.field === field)

/** The column of a header, ignoring case, accents, spaces and the marks `*` and `:`. */
export function columnByHeader(header: string): ProductColumn | undefined {
  const name = fold(header.replace(/[*:]/g, ' '))
  return PRODUCT_COLUMNS.find((column) => fold(column.header) === name || column.aliases.includes(name))
}

/** Whether the row is the template's example, which is not imported. */
export const isExample = ({ barcode, tradename }: { barcode: string; tradename: string }) =>
  barcode === columnOf('barcode')?.example && tradename === columnOf('tradename')?.example
