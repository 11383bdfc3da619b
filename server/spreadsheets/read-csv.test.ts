import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const cellsOf = (content: string | Buffer) => [...readCsv(Buffer.from(content))].map(({ cells }) => cells)
const ROWS = [
  ['Código', 'Nombre', 'Precio'],
  ['7801', 'Ácido fólico, 5 mg; 20 comp.', '$ 1.990'],
  ['7802', 'Ñandú 3/4" "grande"', '990'],
]
const quote = (cell: string) => (/[;,|\t"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (delimiter = ';', end = '\r\n') =>
  ROWS.map((cells) => cells.map(quote).join(delimiter) + end).join('')

test.each([';', ',', '\t', '|'])('cells are separated by %j', (delimiter) => {
  expect(cellsOf(csv(delimiter))).toEqual(ROWS)
})

test.each([
  ['UTF-8', Buffer.from(csv())],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${csv()}`)],
  ['Windows-1252', Buffer.from(csv(), 'latin1')],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le').swap16()],
])('a list in %s is read', (_, bytes) => {
  expect(cellsOf(bytes)).toEqual(ROWS)
})

test.each(['\n', '\r\n', '\r'])('rows end with %j, and the last one without', (end) => {
  expect(cellsOf(csv(';', end))).toEqual(ROWS)
  expect(cellsOf(csv(';', end).slice(0, -end.length))).toEqual(ROWS)
})

test('a quoted cell may have line breaks, and rows have the numbers that a spreadsheet shows', () => {
  expect([...readCsv(Buffer.from('a;b\n"uno\r\ndos";"x"\n\n;\n3;4'))]).toEqual([
    { number: 1, hidden: false, cells: ['a', 'b'] },
    { number: 2, hidden: false, cells: ['uno\r\ndos', 'x'] },
    { number: 5, hidden: false, cells: ['3', '4'] },
  ])
})

test('a blank cell has no value', () => {
  const [row] = readCsv(Buffer.from('a;;"";d;\n'))
  expect(Object.entries(row?.cells ?? {})).toEqual([
    ['0', 'a'],
    ['3', 'd'],
  ])
})

test('finds the delimiter that all lines share, or that the first line names', () => {
  expect(
    cellsOf('nombre;precio\nA, de 5 mg, con B, C y D;1\nE;2,5\n').every((cells) => cells.length === 2),
  ).toBe(true)
  expect(cellsOf('sep=,\r\na;b,c\r\n')).toEqual([['a;b', 'c']])
})

test('reads text cells that are written as formulas, and quotation marks inside a cell', () => {
  expect(cellsOf('="0780";AGUJA 3/4";"GASA" 10x10;"=""0012"""\n')).toEqual([
    ['0780', 'AGUJA 3/4"', 'GASA 10x10', '0012'],
  ])
})

test.each([
  ['a;b\n1;"sin cerrar\n2;3\n', /La fila 2 abre comillas/],
  ['a;b\n1;"sin cerrar\n2;"otra";3\n', /La fila 2 abre comillas/],
  ['una sola columna\n1\n', /no es un libro/],
  ['', /no es un libro/],
  ['<html>;<table>', /no es un libro/],
  ['\u0000\u0001;\u0002', /no es un libro/],
  [`${'a;'.repeat(100)}x\n`, /más allá de 100 columnas/],
])('%j is refused', (content, message) => {
  expect(() => cellsOf(content)).toThrow(message)
})
