import { expect, test } from 'vitest'
import { headingKey, knownField } from './heading-names.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

const KNOWN: Record<string, string[]> = {
  barcode: [
    'Cod. barra',
    'COD BARRAS',
    'Código de Barra:',
    'código_barras',
    'EAN',
    'EAN-13',
    'Cód. EAN',
    'GTIN',
    'CodBarra',
    'Código de barras (EAN)',
  ],
  tradename: [
    'PRODUCTO',
    'Descripción',
    'Descripcion Producto',
    'Nombre del producto *',
    'Nombre comercial',
    'Artículo',
    'Glosa',
    'Medicamento',
  ],
  category: ['Categorías', 'CATEGORIA', 'Familia', 'Rubro', 'Categoría del producto'],
  dcm: ['Principio activo', 'P. Activo', 'Principio(s) activo(s)', 'DCI', 'Denominación Común'],
  laboratory: ['Laboratorio/Proveedor', 'Lab.', 'PROVEEDOR', 'Marca', 'Laboratorio fabricante'],
  healthRegister: ['Registro ISP', 'Reg. Sanitario', 'N° Registro ISP', 'Registro Sanitario'],
  form: ['F. Farmacéutica', 'Forma farmaceutica'],
  quantity: ['Cantidad', 'Contenido', 'Presentación', 'Contenido del envase'],
  bioequivalent: ['BIOEQUIVALENTE', 'B.E.', 'Bioequivalencia', '¿Es bioequivalente?'],
  generic: ['GENERICO', 'Es genérico'],
  prescription: ['Receta', 'RECETA MÉDICA', 'Requiere receta', 'Tipo de receta'],
  saleCondition: ['Condición de venta', 'CONDICION VENTA', 'Condición de expendio'],
  directSale: ['Venta Directa', 'Venta libre'],
  cost: [
    'Precio',
    'Precio Venta ',
    'P. venta',
    'P.Venta',
    'Precio público',
    'PVP',
    'P.V.P.',
    'Precio venta con IVA',
    'Precio de venta al público',
    'PRECIO VENTA (IVA INCL.)',
    'Precio Vta.',
    'Precio ($)',
    'Precio Venta CLP',
    'Precio c/IVA',
  ],
  discount: ['Descuento', 'Descuento (%)', '% Descuento', 'Dcto.', '% Dcto', 'Dscto'],
  stock: [
    'Stock',
    'STOCK ACTUAL',
    'Saldo',
    'Existencias',
    'Stock disponible',
    'Cantidad en stock',
    'Saldo actual',
  ],
  legalWarning: ['Advertencia', 'Leyenda legal'],
}
const UNKNOWN = [
  ...[
    'Costo',
    'Precio costo',
    'P. Costo',
    'Costo unitario',
    'Neto',
    'Precio neto',
    'Precio venta neto',
    'Valor',
    'Valor neto',
  ],
  ...[
    'Precio compra',
    'Precio proveedor',
    'Precio unitario',
    'Precio lista',
    'Precio s/IVA',
    'Precio sin IVA',
    'Precio + IVA',
  ],
  ...[
    'Precio oferta',
    'Precio anterior',
    'Margen',
    'IVA',
    'Total',
    'Descuento $',
    'Stock mínimo',
    'Stock crítico',
    'Unidades',
  ],
  ...[
    'Código',
    'SKU',
    'Código interno',
    'Código producto',
    'Cod. proveedor',
    'RUT proveedor',
    'Subcategoría',
    'N°',
    '',
    '***',
  ],
]

test.each(Object.entries(KNOWN).flatMap(([field, headings]) => headings.map((heading) => [heading, field])))(
  '%j is the heading of %s',
  (heading, field) => {
    expect(knownField(headingKey(heading ?? ''))).toBe(field)
  },
)

test.each(UNKNOWN)('%j is never guessed', (heading) => {
  expect(knownField(headingKey(heading))).toBeUndefined()
})

test("the template's headings are known", () => {
  for (const { header, field } of PRODUCT_COLUMNS) expect(knownField(headingKey(header))).toBe(field)
})

test('no heading stands for two fields', () => {
  const claims = PRODUCT_COLUMNS.flatMap(({ field, header, headings }) =>
    [...new Set([headingKey(header), ...headings])].map((heading) => ({ heading, field })),
  )
  const byHeading = Map.groupBy(claims, ({ heading }) => heading)
  expect([...byHeading.values()].filter(({ length }) => length > 1)).toEqual([])
})
