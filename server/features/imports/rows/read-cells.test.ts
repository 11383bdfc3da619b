import { expect, test } from 'vitest'
import { type Cells, HEADER, row, STYLE, type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import { readWorkbook } from '../read/read-workbook.ts'

type Cell = XmlSheet['rows'][number][number]
type Written = Record<string, Cell>

const LONGEST_NAME = 'x'.repeat(300)
const CODES = 'Código de barras'

/** The facts that a cell states; an empty object when it states nothing. */
const STATED: [Written, object][] = [
  [{ [CODES]: 7_801_234_567_894 }, { barcode: '7801234567894' }],
  [{ [CODES]: { number: 736_000_111_222, style: STYLE.fullNumber } }, { barcode: '736000111222' }],
  [{ [CODES]: '0012345' }, { barcode: '0012345' }],
  [{ [CODES]: '0736000111229' }, { barcode: '0736000111229' }],
  [{ [CODES]: " '780 1234 567 009 " }, { barcode: '7801234567009' }],
  [{ [CODES]: '="7801234567016"' }, { barcode: '7801234567016' }],
  [{ [CODES]: '7801234567023.0' }, { barcode: '7801234567023' }],
  [{ [CODES]: 'CALCIOFORTE' }, { barcode: 'CALCIOFORTE' }],
  [{ [CODES]: 'A-12/3' }, { barcode: 'A-12/3' }],
  [{ [CODES]: '7361111111111,7592222222222' }, { barcode: '7361111111111, 7592222222222' }],
  [{ [CODES]: '7361111111112 ; 7592222222223' }, { barcode: '7361111111112, 7592222222223' }],
  [{ [CODES]: '7361111111113 7592222222224' }, { barcode: '7361111111113, 7592222222224' }],
  [{ [CODES]: '7361111111114 / 7592222222225' }, { barcode: '7361111111114, 7592222222225' }],
  [{ [CODES]: '0736111111110,736111111110' }, { barcode: '736111111110' }],
  [{ Precio: 1990 }, { cost: 1990 }],
  [{ Precio: { number: 1990, style: STYLE.pesos } }, { cost: 1990 }],
  [{ Precio: 1990.000_000_000_2 }, { cost: 1990 }],
  [{ Precio: '$ 1.990' }, { cost: 1990 }],
  [{ Precio: '$1.990.-' }, { cost: 1990 }],
  [{ Precio: '1.990,-' }, { cost: 1990 }],
  [{ Precio: '$ 1.990 CLP' }, { cost: 1990 }],
  [{ Precio: 'CLP 1.990' }, { cost: 1990 }],
  [{ Precio: '1990 pesos' }, { cost: 1990 }],
  [{ Precio: '1.990,00' }, { cost: 1990 }],
  [{ Precio: '1990,00' }, { cost: 1990 }],
  [{ Precio: '1990.0' }, { cost: 1990 }],
  [{ Precio: '1,990.00' }, { cost: 1990 }],
  [{ Precio: '1,234,567' }, { cost: 1_234_567 }],
  [{ Precio: '12 990' }, { cost: 12_990 }],
  [{ Precio: '1.234.567' }, { cost: 1_234_567 }],
  [{ Precio: ' ' }, {}],
  [{ Precio: null }, {}],
  [{ Descuento: '12,5' }, { discount: 12.5 }],
  [{ Descuento: '12.5' }, { discount: 12.5 }],
  [{ Descuento: '15 %' }, { discount: 15 }],
  [{ Descuento: { number: 0.15, style: STYLE.percent } }, { discount: 15 }],
  [{ Descuento: '-' }, { discount: 0 }],
  [{ Stock: '1.000' }, { stock: 1000 }],
  [{ Stock: 0 }, { stock: 0 }],
  [{ Stock: '10.0' }, { stock: 10 }],
  [{ Stock: '10 un.' }, { stock: 10 }],
  [{ Stock: '–' }, { stock: 0 }],
  [
    { Bioequivalente: 'sí', Genérico: ' SI ' },
    { bioequivalent: true, generic: true },
  ],
  [
    { Bioequivalente: 1, Genérico: '0' },
    { bioequivalent: true, generic: false },
  ],
  [{ Refrigerado: 'Cadena de frío' }, { coldChain: true }],
  [{ Refrigerado: '2 a 8 °C' }, { coldChain: true }],
  [{ Refrigerado: 'Ambiente' }, { coldChain: false }],
  [
    { Bioequivalente: 'B.E.', Genérico: 'GENÉRICO' },
    { bioequivalent: true, generic: true },
  ],
  [
    { Bioequivalente: 'Bioequivalente', Genérico: '-' },
    { bioequivalent: true, generic: false },
  ],
  [
    { Bioequivalente: true, 'Venta directa': 'VERDADERO' },
    { bioequivalent: true, directSale: true },
  ],
  [{ Receta: 'RECETA MEDICA' }, { prescription: true, directSale: false }],
  [{ Receta: 'Receta Médica Retenida' }, { prescription: true, directSale: false }],
  [{ Receta: 'receta cheque' }, { prescription: true, directSale: false }],
  [{ Receta: 'R' }, { prescription: true }],
  [{ Receta: 'VENTA DIRECTA' }, { prescription: false, directSale: true }],
  [{ 'Venta directa': 'Venta libre' }, { directSale: true }],
  [{ 'Venta directa': 'RECETA MEDICA' }, { directSale: false }],
  [{ Nombre: '  Paracetamol \u00a0 500   mg ' }, { tradename: 'Paracetamol 500 mg' }],
  [{ Nombre: LONGEST_NAME }, { tradename: LONGEST_NAME }],
  [{ Nombre: 500 }, { tradename: '500' }],
  [{ Nombre: "'=1+1" }, { tradename: '=1+1' }],
  [{ Nombre: 'Ñandú & <ocho> 💊 _x0041__x005F_x0041_' }, { tradename: 'Ñandú & <ocho> 💊 A_x0041_' }],
  [{ 'Advertencia legal': 'Uso  externo\r\nCon receta' }, { legalWarning: 'Uso externo\nCon receta' }],
  [
    { DCM: '-', Cantidad: '—', 'Registro sanitario': '' },
    { dcm: '', quantity: '' },
  ],
  [{ DCM: "'-" }, { dcm: '-' }],
  [{ Cantidad: '1/2' }, { quantity: '1/2' }],
  [{ Precio: 0 }, { cost: 0 }],
  [{ Precio: '$0' }, { cost: 0 }],
  [{ 'Código propio': ' 007  a ' }, { ownCode: '007 a' }],
  [{ 'Código propio': 7 }, { ownCode: '7' }],
  [{ 'Código propio': '="0042"' }, { ownCode: '0042' }],
  [{ 'Código propio': '-' }, { ownCode: '' }],
  [{ Categoría: 'Vitaminas, minerales / otros' }, { category: 'Vitaminas, minerales / otros' }],
  [
    { Categoría: '-', Laboratorio: '-' },
    { category: 'Sin categoría', laboratory: 'Sin laboratorio' },
  ],
  [{ Laboratorio: 'x'.repeat(80) }, { laboratory: 'x'.repeat(80) }],
]

/** Prices with decimals, rounded: their rows are refused until somebody chooses to round them. */
const ROUNDED: [string | number, number][] = [
  [1990.5, 1991],
  [12.345, 12],
  ['1,99', 2],
  ['12.50', 13],
  ['12,4', 12],
  ['$1.990,50', 1991],
  ['1,990.45', 1990],
  ['0,5', 1],
]

const REFUSED: [Written, string, RegExp, string][] = [
  [{ [CODES]: '7,80123E+12' }, CODES, /perdió dígitos/, '7,80123E+12'],
  [{ [CODES]: 7_801_230_000_000 }, CODES, /perdió dígitos/, '7,80123E+12'],
  [{ [CODES]: '7801230000000' }, CODES, /perdió dígitos/, '7801230000000'],
  [{ [CODES]: 78012345678.5 }, CODES, /perdió dígitos/, '78012345678,5'],
  [{ [CODES]: 7.8e20 }, CODES, /perdió dígitos/, '7,80000E+20'],
  [{ [CODES]: '7361111111111,75' }, CODES, /No entendemos/, '7361111111111,75'],
  [{ [CODES]: '1'.repeat(401) }, CODES, /400/, '1'.repeat(401)],
  [{ [CODES]: '-' }, CODES, /vacío/, '-'],
  [{ [CODES]: { error: '#N/A' } }, CODES, /error: #N\/A/, '#N/A'],
  [{ Nombre: '-' }, 'Nombre', /vacío/, '-'],
  [{ Nombre: `${LONGEST_NAME}x` }, 'Nombre', /300/, `${LONGEST_NAME}x`],
  [{ Nombre: '#N/A' }, 'Nombre', /error/, '#N/A'],
  [{ Nombre: { error: '#REF!' } }, 'Nombre', /error/, '#REF!'],
  [{ Nombre: { number: 46_307, style: STYLE.date } }, 'Nombre', /fecha/, '12-10-2026'],
  [{ Cantidad: { number: 46_307, style: STYLE.dayAndMonth } }, 'Cantidad', /fecha/, '12-oct'],
  [{ Cantidad: '12-ene' }, 'Cantidad', /fecha/, '12-ene'],
  [{ Categoría: 'x'.repeat(81) }, 'Categoría', /80/, 'x'.repeat(81)],
  [{ Categoría: { error: '#N/A' } }, 'Categoría', /error/, '#N/A'],
  [{ Laboratorio: 'all' }, 'Laboratorio', /no se puede usar/, 'all'],
  [{ Precio: 'NaN' }, 'Precio', /sin decimales/, 'NaN'],
  [{ Precio: -1 }, 'Precio', /sin decimales/, '-1'],
  [{ 'Código propio': 1.5e16 }, 'Código propio', /perdió dígitos/, '1,50000E+16'],
  [{ 'Código propio': '1,5E+16' }, 'Código propio', /perdió dígitos/, '1,5E+16'],
  [{ 'Código propio': 'x'.repeat(41) }, 'Código propio', /40/, 'x'.repeat(41)],
  [{ Precio: '-' }, 'Precio', /vacío/, '-'],
  [{ Precio: 0.4 }, 'Precio', /sin decimales/, '0,4'],
  [{ Precio: '1,990' }, 'Precio', /dos maneras/, '1,990'],
  [{ Precio: '1990.000' }, 'Precio', /dos maneras/, '1990.000'],
  [{ Precio: 'US$ 1.990' }, 'Precio', /sin decimales/, 'US$ 1.990'],
  [{ Precio: '1.990 + IVA' }, 'Precio', /sin decimales/, '1.990 + IVA'],
  [{ Precio: '2 x 1.990' }, 'Precio', /sin decimales/, '2 x 1.990'],
  [{ Precio: '1.990-2.490' }, 'Precio', /sin decimales/, '1.990-2.490'],
  [{ Precio: 1e12 }, 'Precio', /sin decimales/, '1,00000E+12'],
  [{ Precio: { error: '#DIV/0!' } }, 'Precio', /error/, '#DIV/0!'],
  [{ Descuento: 150 }, 'Descuento', /porcentaje/, '150'],
  [{ Descuento: '150 %' }, 'Descuento', /porcentaje/, '150 %'],
  [{ Descuento: 0.15 }, 'Descuento', /completo/, '0,15'],
  [{ Descuento: '0,15' }, 'Descuento', /completo/, '0,15'],
  [{ Descuento: '1.990' }, 'Descuento', /porcentaje/, '1.990'],
  [{ Stock: -3 }, 'Stock', /negativo/, '-3'],
  [{ Stock: '-3' }, 'Stock', /negativo/, '-3'],
  [{ Stock: 1.5 }, 'Stock', /sin decimales/, '1,5'],
  [{ Stock: '5 cajas' }, 'Stock', /sin decimales/, '5 cajas'],
  [{ Receta: 'quizás' }, 'Receta', /SI o NO/, 'quizás'],
  [{ 'Venta directa': 'R' }, 'Venta directa', /SI o NO/, 'R'],
  [{ Receta: 'SI', 'Venta directa': 'SI' }, 'Venta directa', /receta/, 'SI'],
]

const cells = [
  ...STATED.map(([written]) => written),
  ...REFUSED.map(([written]) => written),
  ...ROUNDED.map(([written]) => ({ Precio: written })),
]
const rows = cells.map((written) => {
  const all = row(written as Cells) as Written
  return HEADER.map((name) => all[name] ?? null)
})
const book = await readWorkbook(xmlBook([{ rows: [HEADER, ...rows] }]), {
  onCrash: (error) => {
    throw error
  },
})
const problems = book.refused.flatMap((row) => row.problems)

test.each(STATED.map(([written, fields], index) => [written, fields, index + 2] as const))(
  '%j is read',
  (written, fields, number) => {
    expect(problems.filter(({ row }) => row === number)).toEqual([])
    const read = book.rows.find(({ row }) => row === number)
    expect({ barcode: read?.barcode, ...read?.fields }).toMatchObject(fields)
    const blank = Object.keys(written).filter(
      (name) => written[name] === null || String(written[name]).trim() === '',
    )
    if (blank.includes('Precio')) expect(read?.fields).not.toHaveProperty('cost')
    if (blank.includes('Registro sanitario')) expect(read?.fields).not.toHaveProperty('healthRegister')
  },
)

test.each(REFUSED.map((refused, index) => [...refused, STATED.length + index + 2] as const))(
  '%j is refused',
  (written, column, message, value, number) => {
    const read = book.rows.find(({ row }) => row === number)
    // A damaged code doesn't refuse its row yet: a person may choose to recognise the product by name.
    if (read) {
      expect(read.damaged).toMatchObject({ message: expect.stringMatching(message) })
      expect(read.cells[HEADER.indexOf(column)]).toBe(value)
      return
    }
    expect(problems.filter(({ row }) => row === number)).toEqual([
      {
        sheet: 'Hoja1',
        row: number,
        column,
        value,
        barcode: expect.any(String),
        name: expect.any(String),
        reason: expect.stringMatching(/^[A-ZÁÉÍÓÚM]/),
        message: expect.stringMatching(message),
      },
    ])
    const refused = book.refused.find(({ row }) => row === number)
    expect(refused?.cells).toHaveLength(HEADER.length)
    for (const name of Object.keys(written)) {
      if (name === column) expect(refused?.cells[HEADER.indexOf(name)]).toBe(value)
    }
  },
)

test.each(
  ROUNDED.map(
    ([written, cost], index) => [written, cost, STATED.length + REFUSED.length + index + 2] as const,
  ),
)('rounds the price %j to %i, and reports its decimals', (written, cost, number) => {
  expect(problems.filter(({ row }) => row === number)).toEqual([])
  const read = book.rows.find(({ row }) => row === number)
  expect(read?.fields.cost).toBe(cost)
  const value = typeof written === 'number' ? String(written).replace('.', ',') : written
  expect(read?.cells[HEADER.indexOf('Precio')]).toBe(value)
  expect(read?.rounded).toMatchObject({ message: expect.stringMatching(/sin decimales/) })
})
