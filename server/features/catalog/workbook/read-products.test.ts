import { expect, test } from 'vitest'
import { type Cells, HEADER, row } from '#tests/workbooks.ts'
import { readProducts } from './read-products.ts'

const read = (...rows: Cells[]) =>
  readProducts([HEADER, ...rows.map((cells) => HEADER.map((name) => cells[name] ?? null))])

test.each<[Cells, object]>([
  [{ 'Código de barras': 7_801_234_567_894 }, { barcode: '7801234567894' }],
  [{ 'Código de barras': '0012345' }, { barcode: '0012345' }],
  [{ 'Código de barras': " '780 1234 567 887 " }, { barcode: '7801234567887' }],
  [{ Precio: '$ 1.990' }, { cost: 1990 }],
  [{ Precio: '1.990,00' }, { cost: 1990 }],
  [{ Precio: '12 990' }, { cost: 12_990 }],
  [{ Precio: '1.234.567' }, { cost: 1_234_567 }],
  [{ Descuento: '12,5' }, { discount: 12.5 }],
  [{ Descuento: '15 %' }, { discount: 15 }],
  [{ Descuento: null }, { discount: 0 }],
  [{ Stock: '1.000' }, { stock: 1000 }],
  [{ Stock: 0 }, { stock: 0 }],
  [
    { Bioequivalente: 'sí', Genérico: ' SI ' },
    { bioequivalent: true, generic: true },
  ],
  [
    { Bioequivalente: 1, Genérico: '0' },
    { bioequivalent: true, generic: false },
  ],
  [
    { Bioequivalente: true, 'Venta directa': 'VERDADERO' },
    { bioequivalent: true, directSale: true },
  ],
  [{ Nombre: '  Paracetamol \u00a0 500   mg ' }, { tradename: 'Paracetamol 500 mg' }],
  [{ Nombre: 500 }, { tradename: '500' }],
  [{ Nombre: '=1+1' }, { tradename: '=1+1' }],
  [{ Nombre: "'=1+1" }, { tradename: '=1+1' }],
])('%j is read', (cells, fields) => {
  const { products, problems } = read(row(cells))
  expect(problems).toEqual([])
  expect(products).toMatchObject([fields])
})

test.each<[Cells, string, RegExp]>([
  [{ 'Código de barras': '7,80123E+12' }, 'Código de barras', /perdió dígitos/],
  [{ 'Código de barras': 7_801_230_000_000 }, 'Código de barras', /perdió dígitos/],
  [{ 'Código de barras': 78012345678.5 }, 'Código de barras', /perdió dígitos/],
  [{ 'Código de barras': 7.8e20 }, 'Código de barras', /perdió dígitos/],
  [{ 'Código de barras': null }, 'Código de barras', /Falta/],
  [{ 'Código de barras': '1'.repeat(41) }, 'Código de barras', /40/],
  [{ Nombre: null }, 'Nombre', /obligatorio/],
  [{ Nombre: 'x'.repeat(201) }, 'Nombre', /200/],
  [{ Nombre: new Date('2026-10-12') }, 'Nombre', /fecha/],
  [{ Categoría: 'Piel, pelo' }, 'Categoría', /comas/],
  [{ Categoría: null }, 'Categoría', /obligatorio/],
  [{ Laboratorio: 'all' }, 'Laboratorio', /comas/],
  [{ Precio: 'NaN' }, 'Precio', /entero/],
  [{ Precio: -1 }, 'Precio', /entero/],
  [{ Precio: 1990.5 }, 'Precio', /entero/],
  [{ Precio: '1,99' }, 'Precio', /entero/],
  [{ Precio: null }, 'Precio', /entero/],
  [{ Precio: 1e12 }, 'Precio', /entero/],
  [{ Descuento: 150 }, 'Descuento', /porcentaje/],
  [{ Descuento: '150 %' }, 'Descuento', /porcentaje/],
  [{ Descuento: 0.15 }, 'Descuento', /completo/],
  [{ Stock: -3 }, 'Stock', /entero/],
  [{ Stock: 1.5 }, 'Stock', /entero/],
  [{ Receta: 'quizás' }, 'Receta', /SI o NO/],
  [{ Receta: 'SI', 'Venta directa': 'SI' }, 'Venta directa', /receta/],
])('%j is reported, and the other rows are read', (cells, column, message) => {
  const { products, problems } = read(row(), row(cells), row())
  expect(problems).toEqual([{ row: 3, column, message: expect.stringMatching(message) }])
  expect(products).toHaveLength(2)
})
