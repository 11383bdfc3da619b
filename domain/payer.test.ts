import { expect, test } from 'vitest'
import { readPayer } from './payer.ts'

const read = (description: string) => readPayer({ description, document: '4455', amount: 12_990 })
const names = (description: string) => read(description).names.map((words) => words.join(' '))
const numbers = (description: string) => read(description).numbers.map(({ value }) => value)

test.each([
  ['0062846402 Transf de FERNANDO ANDR', ['6284640'], ['fernando andr']],
  ['0105112904 Transf. Maria Carolina', ['10511290'], ['maria carolina']],
  ['PAGO RECIBIDO TF2 076543210-3 COMERCIAL X', ['76543210'], ['comercial x']],
  ['TRANSFERENCIA DE FONDOS AUTOSERVICIO', [], []],
  ['TEF 12345678-5 PEREZ SOTO JUAN', ['12345678'], ['perez soto juan']],
  ['TEF 12.345.678-5 PEREZ SOTO JUAN', ['12345678'], ['perez soto juan']],
  ['Transferencia desde otro banco', [], []],
  ['Transferencia Banco Chile de rut 11223344-5 Gonzalez', [], ['gonzalez']],
  ['Transferencia Banco de Chile de rut 11223344-K De la Fuente', ['11223344'], ['fuente']],
  ['Traspaso De:Juan Perez Soto', [], ['juan perez soto']],
  ['Transferencia Desde Banco Santander De Juan Perez', [], ['juan perez']],
  ['Transferencia De Juan Pérez Muñoz', [], ['juan perez munoz']],
  ['Transferencia De Juan MU?OZ', [], ['juan munoz']],
  ['Transf. 123456785 pedido 1042', ['12345678'], []],
  ['Traspaso De:Ana Soto para Juan Perez', [], ['ana soto', 'juan perez']],
])('%s: RUT %j, names %j', (description, ruts, found) => {
  expect(read(description).ruts).toEqual(ruts)
  expect(names(description)).toEqual(found)
})

test('a RUT with a wrong check digit is ignored, also as a number', () => {
  expect(read('TEF 12345678-9 JUAN PEREZ')).toMatchObject({ ruts: [], possibleRuts: [], numbers: [] })
  expect(read('0123456789 Transf de JUAN PEREZ')).toMatchObject({ ruts: [], possibleRuts: [], numbers: [] })
})

test('digits without a check digit are a RUT only if somebody has it', () => {
  expect(read('Transf 12345678 Juan')).toMatchObject({ ruts: [], possibleRuts: ['12345678'] })
  expect(read('Transf 12.345.678 Juan')).toMatchObject({ ruts: [], possibleRuts: ['12345678'] })
  expect(read('Transf 62846402 Juan')).toMatchObject({ ruts: [], possibleRuts: ['62846402', '6284640'] })
})

test.each([
  ['PAGO FARMACIA 1042', [1042]],
  ['pedido N°1042', [1042]],
  ['pedido:1042, gracias', [1042]],
  ['#1042.', [1042]],
  ['(1042)', [1042]],
  ['1042 y 1043', [1042, 1043]],
  ['pedido1042', []],
  ['A-1042', []],
  ['1042-A', []],
  ['1.042', []],
  ['0001042', []],
  ['02/11', []],
  ['1042/2026', []],
  ['02-11-2026', []],
  ['2 de noviembre de 2026', []],
  ['nov 2026', []],
  ['$ 1042', []],
  ['1042 pesos', []],
  ['2 cajas, 1 de 2', []],
  ['llamar al 9 8765 1042', []],
  ['fono +56 9 8765 1042', []],
  ['monto 12990', []],
  ['operación 4455', []],
  ['TF2', []],
  ['TEF 12345678-5', []],
])('%s has the numbers %j', (description, found) => {
  expect(numbers(description)).toEqual(found)
})

test('marks a number that the text calls an order', () => {
  expect(read('pedido n° 1042 y 7').numbers).toEqual([
    { value: 1042, labelled: true },
    { value: 7, labelled: false },
  ])
})
