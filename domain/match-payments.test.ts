import { expect, test } from 'vitest'
import { matchPayments } from './match-payments.ts'
import type { OpenOrder, Transfer } from './payment-candidates.ts'
import type { Offer } from './payment-offers.ts'
import { reasonInWords } from './payment-reasons.ts'

/** An order as `number | pesos due | Given names/Last names | RUT | recipient`, placed on the 10th or on another given day. */
function order(text: string, day = '2026-11-10'): OpenOrder {
  const [number = '', due = '', name = '', rut = '', recipient = ''] = text
    .split('|')
    .map((part) => part.trim())
  const person = (full: string) => ({ name: full.split('/')[0] ?? '', lastName: full.split('/')[1] ?? '' })
  return {
    id: number,
    number: Number(number),
    due: Number(due),
    day,
    account: { id: rut || name, ...person(name), rut },
    recipient: person(recipient || name),
  }
}

const transfer = (amount: number, description: string, date = '2026-11-12'): Transfer => ({
  id: description,
  date,
  amount,
  description,
  document: '',
})

/** `state: orders of the first offer`. */
const decide = (transfers: Transfer[], ...orders: OpenOrder[]) =>
  matchPayments(transfers, orders).map(({ state, offers }) => [state, ...(offers[0]?.orders ?? [])].join(' '))
const inWords = <Row extends Offer>({ reasons, ...offer }: Row) => ({
  ...offer,
  reasons: reasons.map(reasonInWords),
})
const offersOf = (transfers: Transfer[], orders: OpenOrder[]) =>
  matchPayments(transfers, orders).map(({ offers }) => offers.map(inWords))
const best = (paid: Transfer, ...orders: OpenOrder[]) => offersOf([paid], orders)[0]?.[0]

const JUAN = order('1042 | 12990 | Juan/Pérez Soto | 12345678')

test.each([
  ['the number', 'PAGO FARMACIA 1042'],
  ['the number, with a RUT that is somebody else’s', 'TEF 11111111-1 SOTO ANA pedido 1042'],
  ['the RUT with its check digit', '0123456785 Transf de JUAN CARLOS PE'],
  ['the RUT without its check digit', 'Transf 12345678'],
  ['the RUT, with a name that differs', 'TEF 12345678-5 COMERCIAL X'],
  ['the name', 'Traspaso De:Juan Perez'],
  ['the name, with a RUT that is none', 'TEF 12345678-9 PEREZ SOTO JUAN'],
])('a transfer of the exact amount is sure by %s', (_, description) => {
  expect(decide([transfer(12_990, description)], JUAN)).toEqual(['sure 1042'])
  // With another amount, or before the order, it is a proposal.
  expect(decide([transfer(12_490, description)], JUAN)).toEqual(['proposed 1042'])
  expect(decide([transfer(12_990, description, '2026-11-09')], JUAN)).toEqual(['proposed 1042'])
})

test('the recipient’s name counts as the customer’s', () => {
  const gift = order('1042 | 12990 | Ana/Rojas | 9876543 | Juan/Pérez')
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez Soto')], gift)).toEqual(['sure 1042'])
})

test('a name with somebody else’s RUT is a proposal', () => {
  const description = 'TEF 11111111-1 PEREZ SOTO JUAN'
  expect(best(transfer(12_990, description), JUAN)).toEqual({
    orders: ['1042'],
    reasons: ['mismo monto', 'mismo nombre: PEREZ SOTO JUAN', 'RUT de otra persona'],
    difference: 0,
  })
  expect(decide([transfer(12_990, description)], JUAN)).toEqual(['proposed 1042'])
})

test('two orders of the amount that fit are proposals, unless the number tells them apart', () => {
  const father = order('1050 | 12990 | Juan/Pérez Soto | 5555555')
  const again = order('1051 | 12990 | Juan/Pérez Soto | 12345678')
  const byName = transfer(12_990, 'Traspaso De:Juan Perez')
  const byRut = transfer(12_990, '0123456785 Transf de JUAN')
  const byNumber = transfer(12_990, 'Traspaso De:Juan Perez 1042')
  expect(decide([byName], JUAN, father)[0]).toMatch('proposed')
  expect(decide([byRut], JUAN, father)).toEqual(['sure 1042'])
  expect(decide([transfer(12_990, 'TEF 12345678-5 PEREZ JUAN')], JUAN, father)).toEqual(['proposed 1042'])
  expect(decide([byRut], JUAN, again)[0]).toMatch('proposed')
  expect(decide([byNumber], JUAN, father, again)).toEqual(['sure 1042'])
  expect(best(byName, JUAN, father)?.reasons).toContain('también calza el pedido N° 1042')
})

test('an order of another amount, or of a sister, doesn’t make a name unsure', () => {
  const sister = order('1050 | 12990 | Juana Ana/Rojas Soto | 5555555')
  const other = order('1051 | 8990 | Juan/Pérez Soto | 12345678')
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez Soto')], JUAN, sister, other)).toEqual([
    'sure 1042',
  ])
})

test('a number that may be chance, or that is another order’s, is no proof', () => {
  const ana = order('1050 | 12990 | Ana/Rojas | 5555555')
  const cheap = order('1060 | 3000 | Eva/Lara | 6666666')
  // The number of one order and the customer of another one.
  expect(decide([transfer(12_990, 'Traspaso De:Ana Rojas 1042')], JUAN, ana)[0]).toMatch('proposed')
  expect(decide([transfer(12_990, 'pedidos 1042 y 1050')], JUAN, ana)[0]).toMatch('proposed')
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez 1060')], JUAN, cheap)[0]).toMatch('proposed')
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez pedido 999')], JUAN)).toEqual(['proposed 1042'])
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez 999')], JUAN)).toEqual(['sure 1042'])
})

test('of transfers that fit one order, one is sure at most', () => {
  const early = transfer(12_990, 'Traspaso De:Juan Perez', '2026-11-11')
  const late = transfer(12_990, 'Traspaso De:Juan Perez', '2026-11-13')
  expect(decide([late, early], JUAN)).toEqual(['proposed 1042', 'sure 1042'])
  // A RUT is a stronger proof than a name. Of two different names neither is sure.
  expect(decide([early, transfer(12_990, 'TEF 12345678-5 X')], JUAN)).toEqual(['proposed 1042', 'sure 1042'])
  const cut = transfer(12_990, 'Transferencia De Juan Perez Soto')
  expect(decide([early, cut], JUAN)).toEqual(['proposed 1042', 'proposed 1042'])
  expect(offersOf([late, early], [JUAN])[0]?.[0]?.reasons).toContain('otra transferencia lo paga')
})

test('says the differences in words', () => {
  const reasons = (paid: Transfer) => best(paid, JUAN)?.reasons
  expect(reasons(transfer(12_490, 'J PEREZ S'))).toEqual([
    'faltan $500',
    'un dígito distinto',
    'nombre parecido: J PEREZ S',
  ])
  expect(reasons(transfer(12_990, 'J PEREZ S'))).toEqual(['mismo monto', 'nombre parecido: J PEREZ S'])
  expect(best(transfer(13_000, 'PAGO 1042'), JUAN)).toEqual({
    orders: ['1042'],
    reasons: ['sobran $10', 'dice N° 1042'],
    difference: 10,
  })
  expect(reasons(transfer(21_990, 'Juan Perez'))).toEqual([
    'sobran $9.000',
    'un dígito distinto',
    'mismo nombre: JUAN PEREZ',
  ])
  expect(reasons(transfer(12_990, 'Juan Perez', '2026-11-09'))).toContain('anterior al pedido')
})

test('offers orders that have only the amount in common, relatives first, newest first', () => {
  const orders = [
    order('1050 | 12990 | Eva/Lara | 1', '2026-11-08'),
    order('1051 | 12990 | Ana/Rojas | 2', '2026-11-11'),
    order('1052 | 12990 | Ana/Vera | 3', '2026-11-13'),
    JUAN,
  ]
  const [decision] = matchPayments([transfer(12_990, 'Traspaso De:Camila Perez')], orders)
  expect(decision).toMatchObject({ state: 'proposed' })
  expect(decision?.offers.map(({ orders }) => orders[0])).toEqual(['1042', '1051', '1050'])
  expect(decision?.offers.map(inWords)[0]?.reasons).toEqual(['mismo monto', 'mismo apellido: PEREZ'])
})

test('one transfer may pay several orders of a customer, exactly', () => {
  const second = order('1050 | 7010 | Juan/Pérez Soto | 12345678')
  const strange = order('1051 | 7010 | Ana/Rojas | 5555555')
  expect(best(transfer(20_000, 'TEF 12345678-5 PEREZ'), JUAN, second)).toEqual({
    orders: ['1050', '1042'],
    reasons: ['suma exacta de 2 pedidos', 'mismo RUT'],
    difference: 0,
  })
  expect(best(transfer(20_000, 'pedidos 1042 y 1051'), JUAN, strange)?.orders.toSorted()).toEqual([
    '1042',
    '1051',
  ])
  expect(best(transfer(20_000, 'TEF 12345678-5 PEREZ'), JUAN, strange)?.orders).toEqual(['1042'])
})

test('several transfers may pay one order, exactly', () => {
  const [first, second] = [transfer(5_000, 'TEF 12345678-5 A'), transfer(7_990, 'TEF 12345678-5 B')]
  const [decision] = matchPayments([first, second], [JUAN])
  expect(decision?.state).toBe('proposed')
  expect(decision?.offers.map(inWords)[0]).toEqual({
    orders: ['1042'],
    reasons: ['faltan $7.990', 'con $7.990 del 12/11 suma el total', 'mismo RUT'],
    difference: -7_990,
  })
})

test('without anything in common, and with names whose amounts are far apart, a transfer is unknown', () => {
  expect(decide([transfer(5_000, 'Transferencia desde otro banco')], JUAN)).toEqual(['unknown'])
  expect(decide([transfer(500_000, 'Traspaso De:Juan Perez')], JUAN)).toEqual(['unknown'])
  expect(decide([transfer(12_990, 'Traspaso De:Juan Perez')])).toEqual(['unknown'])
})
