import { expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/import-report.ts'
import { readInProcess } from '#tests/read-workbook.ts'
import { type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import type { Refusal } from '../../../refusals/refusal.ts'

type Cell = XmlSheet['rows'][number][number]

/** A sheet of twelve rows, from the value of each column: a function of the row, or the same in every row. */
const listOf = (columns: Record<string, ((row: number) => Cell) | Cell>): XmlSheet[] => [
  {
    rows: [
      Object.keys(columns),
      ...Array.from({ length: 12 }, (_, row) =>
        Object.values(columns).map((value) => (typeof value === 'function' ? value(row) : value)),
      ),
    ],
  },
]

/** Reads a list like a person who accepts all proposals. Returns the questions and the fields of the first row. */
async function accept(sheets: XmlSheet[]) {
  const bytes = xmlBook(sheets)
  let questions: string[] = []
  const book = await readInProcess(bytes).catch((error: Refusal) => {
    const { sheets: asked, ...unknown } = error.details.data as UnknownColumns
    questions = [...unknown.questions]
    const columns = asked.flatMap((sheet) => sheet.columns.map(({ key, field }) => [key, field]))
    return readInProcess(bytes, { assigned: Object.fromEntries(columns) })
  })
  const { barcode, fields } = book.rows[0]!
  return { questions, barcode, fields, unused: book.sheets[0]!.unusedColumns }
}

const NAMES = [
  ...[
    'Alcohol gel eucalipto 250 ml',
    'Shampoo manzanilla 400 ml',
    'Crema de manos lavanda',
    'Losartán 50 mg x 30',
  ],
  ...['Paracetamol 500 mg x 16', 'Jabón de avena 90 g', 'Pañal adulto G x 10', 'Colonia bebé 200 ml'],
  ...['Ibuprofeno 400 mg x 20', 'Vitamina C 1 g x 10', 'Talco mentolado 120 g', 'Gasa estéril 10 x 10'],
]
const name = (row: number) => NAMES[row]!
const price = (row: number) => 990 + row * 350

test('reads an English list by its headings', async () => {
  const list = listOf({
    ...{
      code: (row: number) => `MED-${100 + row * 7}`,
      name,
      sale_price: price,
      quantity: (row: number) => row + 3,
    },
    ...{ category: 'Personal care', manufacturer: 'Northwind', ActiveIngredients: 'losartan' },
    ...{ PrescriptionType: 'Presentación Receta Médica Retenida', dosage_form: 'tablet', cost_price: 500 },
  })
  expect(await accept(list)).toEqual({
    questions: [
      'La columna «quantity» puede ser el stock o el contenido del envase.',
      '¿«code» es el código propio de cada producto? Si lo es, envía la planilla así.',
    ],
    barcode: '',
    fields: {
      ...{ ownCode: 'MED-100', tradename: NAMES[0], cost: 990, stock: 3, category: 'Personal care' },
      ...{ laboratory: 'Northwind', dcm: 'losartan', form: 'tablet' },
      ...{ prescription: true, directSale: false, saleCondition: 'retained' },
    },
    unused: ['cost_price'],
  })
})

test('a quantity of mere numbers beside a column of contents is proposed as the stock', async () => {
  const list = (extra: Record<string, Cell>) =>
    listOf({
      ...{ barcode: (row: number) => `78000000000${row + 10}`, name, price, pack_size: '30 tablets' },
      ...{ quantity: (row: number) => row + 3, ...extra },
    })
  expect(await accept(list({}))).toMatchObject({
    questions: ['La columna «quantity» puede ser el stock o el contenido del envase.'],
    fields: { stock: 3, quantity: '30 tablets' },
  })
  expect((await accept(list({ stock: 8 }))).fields).toMatchObject({ stock: 8, quantity: '30 tablets' })
})

test('reads a Venezuelan list, and prefers the price in its own currency to one in dollars', async () => {
  const list = listOf({
    ...{
      codart: (row: number) => `V${4_000 + row * 3}`,
      Descripcion: name,
      instancia: 'Higiene',
      existen: 4,
    },
    ...{ precio_bs: price, precio_usd: 1.5, costo_bs: 600 },
  })
  const { fields, unused } = await accept(list)
  expect(fields).toEqual({ ownCode: 'V4000', tradename: NAMES[0], category: 'Higiene', stock: 4, cost: 990 })
  expect(unused).toEqual(['precio_usd', 'costo_bs'])
})

test('reads an Argentine list, and ignores its discount for certain days', async () => {
  const list = listOf({
    ...{
      Troquel: (row: number) => 5_100_021 + row * 11,
      Producto: name,
      Laboratorio: 'Norte',
      Monodroga: 'losartan',
    },
    ...{ PVP: price, Descuento: 20, Día: 'Lunes y martes' },
  })
  const { fields, unused } = await accept(list)
  expect(fields).toEqual({
    ...{ ownCode: '5100021', tradename: NAMES[0], laboratory: 'Norte', dcm: 'losartan', cost: 990 },
  })
  expect(unused).toEqual(['Descuento', 'Día'])
})

test.each<[string, Record<string, Cell>]>([
  ['weekdays beside it', { 'Días de oferta': 'L-M-V' }],
  ['a weekday as a heading beside it', { Lunes: 'x' }],
  ['dates from and to beside it', { Desde: '2026-11-01', Hasta: '2026-11-30' }],
])('ignores a discount with %s', async (_, beside) => {
  const taken = await accept(listOf({ EAN: (row) => `78000000000${row + 10}`, Dcto: 15, Precio: price }))
  expect(taken.fields).toMatchObject({ discount: 15 })
  const list = listOf({ EAN: (row) => `78000000000${row + 10}`, Precio: price, Dcto: 15, ...beside })
  expect((await accept(list)).fields).toEqual({ cost: 990 })
})

test('reads a discount beside the expiry of the product', async () => {
  const list = listOf({ EAN: (row) => `78000000000${row + 10}`, Dcto: 15, Vencimiento: '2027-05-31' })
  expect((await accept(list)).fields).toEqual({ discount: 15 })
})

test('proposes fields by the values below unknown headings, and accepting all proposals answers every question', async () => {
  const list = listOf({
    ...{ Llave: (row: number) => `K${row * 13 + 7}`, Mercancía: name, Tarifa: price, Rótulo: 'estante 4' },
  })
  expect(await accept(list)).toEqual({
    questions: [
      '¿La columna «Mercancía» trae el nombre de los productos?',
      '¿La columna «Tarifa» es el precio de venta?',
      '¿«Llave» es el código propio de cada producto? Si lo es, envía la planilla así.',
    ],
    ...{ barcode: '', fields: { ownCode: 'K7', tradename: NAMES[0], cost: 990 }, unused: ['Rótulo'] },
  })
  const bare = listOf({ c1: (row) => `78000000000${row + 10}`, c2: name, c3: (row) => `$ ${990 + row}` })
  expect(await accept(bare)).toMatchObject({
    barcode: '7800000000010',
    fields: { tradename: NAMES[0], cost: 990 },
  })
})

test('never proposes purchase costs, totals or counts as the price', async () => {
  const list = listOf({
    ...{ EAN: (row: number) => `78000000000${row + 10}`, Nombre: name, Costo: price, 'Precio compra': price },
    ...{ 'Valor total': price, Neto: price, 'Precio mayorista': price, 'Stock mínimo': 10, 'Precio USD': 10 },
  })
  expect(await accept(list)).toMatchObject({ questions: [], fields: { tradename: NAMES[0] } })
})

test('doesn’t read keys of other tables as laboratory, form or content', async () => {
  const list = listOf({
    ...{ EAN: (row: number) => `78000000000${row + 10}`, Nombre: name, Precio: price, Stock: 4 },
    ...{
      Laboratorio: (row: number) => (row === 0 ? 14 : row),
      Forma: 3,
      Presentación: (row: number) => (row % 4) + 1,
    },
    ...{ 'Principio activo': 118, Categoría: 2 },
  })
  expect((await accept(list)).fields).toEqual({ tradename: NAMES[0], cost: 990, stock: 4 })
})

test('reads a LINEA with laboratories as the laboratory, not the category', async () => {
  const LINES = ['BAYER', 'LAB. CHILE', 'SAVAL', 'Genfar', 'Línea blanca']
  const list = (extra: Record<string, Cell>) =>
    listOf({
      ...{ EAN: (row: number) => `78000000000${row + 10}`, Nombre: name, Precio: price },
      ...{ LINEA: (row: number) => LINES[row % 5]!, ...extra },
    })
  expect((await accept(list({}))).fields).toEqual({ tradename: NAMES[0], cost: 990, laboratory: 'BAYER' })
  expect((await accept(list({ Laboratorio: 'Norte', Rubro: 'Dolor' }))).fields).toMatchObject({
    ...{ laboratory: 'Norte', category: 'Dolor' },
  })
  const categories = listOf({ EAN: (row) => `78000000000${row + 10}`, LINEA: 'FARMACOS', Precio: price })
  expect((await accept(categories)).fields).toMatchObject({ category: 'FARMACOS' })
})

test.each(['- Sin Departamento -', 'SIN ASIGNACION', 'N/A', 'VARIOS', '.', 'NULL'])(
  'reads %s as no value, and takes the next filled column of the same kind',
  async (none) => {
    const list = listOf({
      ...{ EAN: (row: number) => `78000000000${row + 10}`, Nombre: name, Precio: price, DCM: none },
      ...{
        Categoría: none,
        Departamento: (row: number) => (row === 0 ? none : 'Otro'),
        Familia: none,
        Sección: 'Dolor',
      },
      ...{ Laboratorio: (row: number) => (row === 0 ? none : 'Norte'), Marca: none, Proveedor: 'Sur' },
    })
    expect((await accept(list)).fields).toEqual({
      ...{ tradename: NAMES[0], cost: 990, category: 'Dolor', laboratory: 'Sur' },
    })
  },
)

test('uses the own code where the barcode is a placeholder; a dash and the shop’s default names are values', async () => {
  const list = listOf({
    ...{ 'Código de barras': (row: number) => (row === 0 ? 'SIN CODIGO' : `78000000000${row + 10}`) },
    ...{
      'Código propio': (row: number) => `P${row}`,
      Categoría: 'Sin categoría',
      DCM: '-',
      Familia: 'Dolor',
    },
  })
  expect(await accept(list)).toMatchObject({
    ...{ barcode: '', fields: { ownCode: 'P0', category: 'Sin categoría', dcm: '' } },
  })
})
