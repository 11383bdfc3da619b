import { fold } from '#domain/text.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'
import type { ProductField } from './workbook-rows.ts'

/**
 * The headings that pharmacies write, as {@link headingKey} makes them. Only exact ones count, so that no column is taken for
 * another one: what something costs the pharmacy ("costo", "neto", "valor") is never its price, and an own code ("SKU",
 * "código") not its barcode. Somebody who knows the file assigns such columns.
 */
const NAMES: Record<ProductField, readonly string[]> = {
  barcode: [
    ...combine(
      ['codigo de', 'codigo', 'codigos de', 'cod de', 'cod'],
      ['barras', 'barra', 'barras ean', 'barra ean', 'barras producto', 'barra producto'],
    ),
    ...combine(['codigo de barras', 'codigo de barra', 'codigo barra'], ['del producto', 'principal']),
    ...combine(
      ['', 'codigo', 'cod'],
      ['ean', 'ean13', 'ean 13', 'gtin', 'gtin13', 'gtin 13', 'gtin 14', 'upc'],
    ),
    'codbarra',
    'codbarras',
    'codigobarra',
    'codigobarras',
    'barras',
    'cod bar',
    'c barra',
    'c barras',
    'ean upc',
    'ean gtin',
    'barcode',
    'bar code',
  ],
  tradename: [
    ...combine(
      ['nombre', 'nombre del', 'nombre de', 'nombre comercial', 'nombre comercial del'],
      ['producto'],
    ),
    ...combine(['descripcion', 'descripcion del', 'descripcion de', 'desc', 'glosa'], ['producto']),
    ...combine(['nombre', 'nombre del', 'descripcion', 'descripcion del'], ['articulo', 'medicamento']),
    'nombre comercial',
    'nombre de fantasia',
    'nombre fantasia',
    'producto',
    'productos',
    'producto descripcion',
    'nombre descripcion',
    'descripcion',
    'articulo',
    'medicamento',
    'glosa',
    'tradename',
    'product name',
  ],
  category: [
    'categorias',
    ...combine(
      ['categoria', 'categoria del', 'categoria de', 'familia', 'familia de'],
      ['producto', 'productos'],
    ),
    'familia',
    'rubro',
    'category',
  ],
  dcm: [
    'denominacion comun',
    'denominacion comun internacional',
    'denominacion comun del medicamento',
    'dci',
    ...combine(['principio', 'p', 'ppio', 'pcpio', 'componente', 'ingrediente', 'compuesto'], ['activo']),
    'principios activos',
    'principio s activo s',
    'principio activo y concentracion',
    'nombre generico',
    'droga',
  ],
  laboratory: [
    'laboratorios',
    'lab',
    'proveedor',
    'marca',
    'fabricante',
    'nombre laboratorio',
    'nombre proveedor',
    ...combine(['laboratorio'], ['proveedor', 'marca', 'fabricante']),
    ...combine(['proveedor', 'marca', 'fabricante'], ['laboratorio']),
    'laboratory',
  ],
  healthRegister: [
    ...combine(
      [
        'registro',
        'reg',
        'n registro',
        'nro registro',
        'n de registro',
        'numero registro',
        'numero de registro',
      ],
      ['isp', 'ispch', 'sanitario', 'sanitario isp', 'i s p'],
    ),
    ...combine(['registro isp', 'registro sanitario'], ['n', 'ispch']),
    'reg san',
  ],
  form: ['forma', 'form', 'f farmaceutica', 'f f', 'forma farm', 'forma farmaceutica del producto'],
  quantity: [
    'contenido',
    'contenido envase',
    'contenido del envase',
    'contenido neto',
    'presentacion',
    ...combine(['cantidad', 'unidades'], ['por envase', 'envase', 'x envase', 'del envase']),
    'quantity',
  ],
  bioequivalent: [
    'bioequivalentes',
    'bioequivalencia',
    'es bioequivalente',
    'producto bioequivalente',
    'bioeq',
    'b e',
    'be',
    'bioequivalent',
  ],
  generic: ['genericos', 'es generico', 'producto generico', 'medicamento generico', 'generic'],
  prescription: [
    'receta medica',
    'prescripcion',
    'con receta',
    ...combine(
      ['requiere', 'venta con', 'venta bajo', 'bajo', 'tipo', 'tipo de'],
      ['receta', 'receta medica'],
    ),
    'condicion venta',
    'condicion de venta',
    'prescription',
  ],
  directSale: [
    'venta libre',
    'v directa',
    'vta directa',
    'libre venta',
    'sin receta',
    'direct sale',
    'directsale',
  ],
  cost: priceNames(),
  discount: [
    ...combine(['descuento', 'dcto', 'dscto', 'dto', 'desc'], ['%', 'porcentaje', '% producto']),
    ...combine(['%', 'porcentaje', 'porcentaje de'], ['descuento', 'dcto', 'dscto', 'dto', 'desc']),
    'descuentos',
    'dcto',
    'dscto',
    'dto',
    'discount',
  ],
  stock: [
    ...combine(
      ['stock', 'existencia', 'existencias', 'saldo', 'inventario'],
      ['actual', 'disponible', 'fisico', 'unidades', 'total', 'producto'],
    ),
    ...combine(
      ['cantidad', 'cant', 'unidades'],
      ['stock', 'en stock', 'disponible', 'disponibles', 'en existencia'],
    ),
    'existencia',
    'existencias',
    'saldo',
    'saldo stock',
    'stock saldo',
  ],
  legalWarning: ['advertencia', 'advertencias', 'advertencias legales', 'leyenda', 'leyenda legal'],
}

function priceNames(): string[] {
  const price = [
    ...combine(['precio', 'precio de', 'precios', 'precios de', 'p', 'p de'], ['venta', 'vta']),
    ...combine(['precio', 'precio al', 'p', 'precio venta', 'precio de venta'], ['publico']),
    ...combine(['precio venta al', 'precio de venta al', 'p venta'], ['publico']),
    'precio',
    'pventa',
    'pvta',
    'pvp',
    'p v p',
    'pv',
    'p v',
    'precio venta bruto',
    'precio de venta bruto',
    'precio final',
    'precio normal',
    'precio actual',
    'price',
  ]
  const withTax = combine(price, ['con iva', 'c iva', 'iva incluido', 'iva incl', 'iva inc'])
  return [...price, ...withTax].flatMap((name) => [name, `${name} $`, `${name} clp`, `${name} pesos`])
}

function combine(begins: readonly string[], ends: readonly string[]): string[] {
  return begins.flatMap((begin) => ends.map((end) => `${begin} ${end}`.trim()))
}

/** A heading for comparison: without case, accents, punctuation and repeated spaces. `P. Venta*` → `p venta`. */
export const headingKey = (heading: string) =>
  fold(heading.replace(/[^\p{L}\p{M}\p{N}%$+]+/gu, ' ')).slice(0, 200)

const FIELDS = new Map(
  PRODUCT_COLUMNS.flatMap(({ field, header }) =>
    [headingKey(header), ...NAMES[field]].map((name) => [name, field] as const),
  ),
)

/** The field that a heading is known for. */
export const knownField = (key: string): ProductField | undefined => FIELDS.get(key)
