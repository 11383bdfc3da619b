import { describe, expect, test } from 'vitest'
import type { MailContent } from '../../mail/render-mail.ts'
import { renderHtml, renderText } from '../../mail/render-mail.ts'
import { invitation, recovery, secondFactorReset, welcome } from './templates/account.ts'
import { backupFailed } from './templates/backup.ts'
import { formReceived, requestAnswer } from './templates/form.ts'
import { orderForPharmacy, orderReceived, orderStatus } from './templates/order.ts'
import type { MailedOrder } from './templates/order-blocks.ts'
import { orderCancelling, orderPaid, orderUnpaid } from './templates/payment.ts'
import { orderReminder } from './templates/reminder.ts'
import { stockAlert } from './templates/stock-alert.ts'

const SHOP = 'https://botica.cl'
const NASTY = `<script>alert("x")</script> & '`

const order = (changes: Partial<MailedOrder> = {}): MailedOrder => ({
  number: 1042,
  name: 'María José',
  last_name: 'Soto',
  address: 'Los Aromos 123',
  city: 'Ñuñoa',
  postal_code: '7750000',
  phone: '912345678',
  email: 'maria@correo.cl',
  total: 21_071,
  ...{ coupon_code: '', discount: 0, delivery_name: '', delivery_cost: 0, pickup: null, recipient_name: '' },
  account: { name: 'María José Soto', address: 'maria@correo.cl' },
  toAccount: false,
  lines: [
    { product_name: 'Paracetamol 500 mg', quantity: 2, price: 1_990, discount: 0, total: 3_980 },
    { product_name: 'Protector solar', quantity: 1, price: 18_990, discount: 10, total: 17_091 },
  ],
  ...changes,
})
const form = (changes: object = {}) => ({
  type_form: 'contact' as const,
  fullname: 'Ana Soto',
  email: 'ana@correo.cl',
  phone: '',
  message: 'Hola,\n¿tienen crema de urea?',
  ...changes,
})
const person = { name: 'María José', address: 'maria@correo.cl' }
const reminded = (name = 'Paracetamol 500 mg') => ({
  ...{ id: 'ID', number: 1042, userId: 'USER', to: person },
  lines: [{ name, quantity: 2, stock: 5 }],
})

const alert = (changes: object = {}) =>
  stockAlert(
    { email: 'ana@correo.cl', productId: 'ID', tradename: 'Paracetamol 500 mg', stock: 1, ...changes },
    'TOKEN',
  )

const mails: [string, MailContent][] = [
  ['order received', orderReceived(order())],
  ['order for the pharmacy', orderForPharmacy(order())],
  ['order delivered', orderStatus(order(), { status: 'delivered' })],
  ['unpaid order', orderUnpaid(order(), { orderId: 'ID' })],
  ['order to be cancelled', orderCancelling(order(), { orderId: 'ID', day: '2026-11-24' })],
  ['paid order', orderPaid(order(), { day: '23/11/2026', amount: 21_071, difference: 0 })],
  ['partly paid order', orderPaid(order(), { day: '23/11/2026', amount: 20_571, difference: -500 })],
  ['reminder', orderReminder(reminded(), 'TOKEN')],
  ['welcome', welcome(person)],
  ['recovery', recovery(person, 'TOKEN')],
  ['stock alert', alert()],
  ['invitation', invitation({ ...person, role: 'Marketing' }, 'TOKEN')],
  ['second factor reset', secondFactorReset(person)],
  ['backup', backupFailed({ to: person, problem: 'failed', at: null, error: 'No queda espacio.' })],
  ['answer', requestAnswer({ ...form(), subject: 'Respuesta a tu solicitud' })],
  ['contact', formReceived(form())],
  ['prescription', formReceived(form({ type_form: 'prescription-book', message: 'Urea 10 %' }))],
]

describe.each(mails)('the mail “%s”', (_, content) => {
  const html = renderHtml(content, SHOP)
  const text = renderText(content, SHOP)

  test('links to the shop only', () => {
    const addresses = [...`${html}\n${text}`.matchAll(/\w+:\/\/[^\s"<]+/g)].map(([address]) => address)
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/botica\.cl(\/|$)/)
    expect(html).not.toMatch(/<(img|link|script|iframe)/)
  })

  test('has a subject that doesn’t mention health', () => {
    expect(content.subject).not.toMatch(/paracetamol|protector|urea|medicamento|receta |correo\.cl/i)
    expect(content.subject.length).toBeGreaterThan(10)
  })

  test('has the same content in HTML and text', () => {
    for (const part of [content.heading, content.reason]) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
  })
})

test('the customer’s mail has lines, total, bank details and the order’s number', () => {
  const content = orderReceived(order())
  expect(content.to).toEqual({ name: 'María José Soto', address: 'maria@correo.cl' })
  for (const written of [renderHtml(content, SHOP), renderText(content, SHOP)]) {
    for (const part of [
      '1042',
      'Paracetamol 500\u00a0mg',
      '2 ×\u00a0$1.990',
      '$3.980',
      '1 ×\u00a0$18.990, 10\u00a0% de descuento',
      '$17.091',
      '$21.071',
      'Banco del Ejemplo',
      'Botica SpA',
      '76.123.456-0',
      '00-123-45678-9',
      'ventas@botica.example',
      'https://botica.cl/perfil/pedidos',
    ])
      expect(written).toContain(part)
  }
})

test('replies to the pharmacy’s copy go to the customer', () => {
  const content = orderForPharmacy(order())
  expect(content).toMatchObject({
    to: { address: 'contacto@botica.example' },
    replyTo: { address: 'maria@correo.cl' },
    subject: 'Nuevo pedido N° 1042',
  })
})

test.each([
  ['pending', 'Tu pedido N° 1042 está pendiente'],
  ['delivered', 'Tu pedido N° 1042 fue entregado'],
  ['cancelled', 'Tu pedido N° 1042 fue cancelado'],
] as const)('the status %s has its own subject', (status, subject) => {
  expect(orderStatus(order(), { status }).subject).toBe(subject)
})

test('the text of a prescription request is not mailed', () => {
  const content = formReceived(form({ type_form: 'prescription-book', message: 'Urea 10 %' }))
  expect(renderHtml(content, SHOP) + renderText(content, SHOP)).not.toContain('Urea')
})

test('every value is escaped in HTML', () => {
  const lines = [{ product_name: NASTY, quantity: 1, price: 1, discount: 0, total: 1 }]
  const nasty = order({ name: NASTY, last_name: NASTY, address: NASTY, city: NASTY, email: NASTY, lines })
  for (const content of [
    orderReceived(nasty),
    orderForPharmacy(nasty),
    orderStatus(nasty, { status: 'cancelled' }),
    orderUnpaid(nasty, { orderId: NASTY }),
    orderCancelling(nasty, { orderId: NASTY, day: '2026-11-24' }),
    orderPaid(nasty, { day: NASTY, amount: 1, difference: -1 }),
    orderReminder(reminded(NASTY), NASTY),
    welcome({ name: NASTY, address: NASTY }),
    recovery({ name: NASTY, address: NASTY }, NASTY),
    alert({ tradename: NASTY }),
    formReceived(form({ fullname: NASTY, email: NASTY, message: NASTY })),
  ]) {
    const html = renderHtml(content, SHOP)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;')
    expect(renderText(content, SHOP)).toContain(NASTY)
  }
})

test('the mail of an order with a coupon and a delivery has the sums that lead to its total', () => {
  const text = renderText(
    orderReceived(
      order({
        ...{ coupon_code: 'VERANO', discount: 1_000, delivery_name: 'Santiago', delivery_cost: 3_490 },
        total: 23_561,
      }),
    ),
    SHOP,
  )
  const sums = ['Subtotal: $21.071', 'Descuento VERANO: -$1.000', 'Despacho: $3.490', 'Total: $23.561']
  expect(text).toContain(sums.join('\n'))
  expect(renderText(orderReceived(order()), SHOP)).not.toContain('Subtotal')
})

test('the mail of an order to pick up has place, hours and recipient in place of an address', () => {
  const pickup = { address: 'Av. Providencia 1234', hours: 'Lunes a viernes de 9 a 20', ready: 'en 2 horas' }
  const picked = order({ delivery_name: 'Local Centro', pickup, recipient_name: 'Pedro Pérez' })
  for (const mail of [orderReceived(picked), orderForPharmacy(picked)]) {
    const text = renderText(mail, SHOP)
    for (const words of [
      'Local Centro, Av. Providencia 1234',
      'Lunes a viernes de 9 a 20',
      'en 2 horas',
      'Pedro Pérez',
      'Retiro: Gratis',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Los Aromos')
  }
})
