import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { collectMails, startMailServer } from '#tests/mailbox.ts'
import { mailQueue } from '../../../mail/send-mails.ts'
import { openTransport } from '../../../mail/transport.ts'
import { workOnNext } from '../../../queue/queue.ts'
import { CART_LIMITS } from '../../cart/lines.ts'
import { composeMail } from '../../notifications/compose-mail.ts'

const app = await createTestApp()
const { database, send } = app

type Buyer = { id: string; token: string; email: string }

async function fillCart({ id, token }: Buyer, productId: string) {
  const items = [{ productId, quantity: 1 }]
  return (await send(cartCalls.updateCart, { body: { cart: id, items }, token })).body.data
}

const checkOut = ({ id, token }: Buyer, email: string, products: Partial<CartLine>[]) =>
  send(orderCalls.createOrder, {
    body: { ...SHIPPING, email, id, products: products as CartLine[] },
    token,
  })

const countOrders = async (userId: string) =>
  (await database.selectFrom('orders').select('id').where('user_id', '=', userId).execute()).length

describe('an account that orders 150 times in a loop', async () => {
  const attacker = await makeUser(database)
  const { id: productId } = await makeProduct(database, { stock: 1_000 })
  const victim = `victima${unique()}@correo.cl`
  const answers: Awaited<ReturnType<typeof checkOut>>[] = []
  for (let turn = 0; turn < 150; turn += 1)
    answers.push(await checkOut(attacker, victim, await fillCart(attacker, productId)))

  test('is refused after 60 orders in an hour', async () => {
    expect(answers.slice(0, 60).every(({ status }) => status === 201)).toBe(true)
    for (const answer of answers.slice(60))
      expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    expect(await countOrders(attacker.id)).toBe(60)
    const { stock } = await database
      .selectFrom('products')
      .select('stock')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(940)
  })

  test('causes ten mails to somebody else’s address; further mails go to the account’s own address', async () => {
    const mails = await collectMails(app)
    const toVictim = mails.filter(({ headers }) => headers.to?.includes(victim))
    expect(toVictim).toHaveLength(10)
    for (const { text } of toVictim) {
      expect(text).toContain('Este pedido se hizo desde la cuenta de otra persona en Botica')
      expect(text).toContain('alguien indicó tu dirección en un pedido de Botica')
      expect(text).not.toContain(attacker.email)
    }
    const toAttacker = mails.filter(({ headers }) => headers.to?.includes(attacker.email))
    expect(toAttacker).toHaveLength(50)
    for (const { text } of toAttacker) expect(text).toContain(`${victim} ya recibió varios avisos`)
  })

  test('shares the address’s limit with all other accounts, and with later mails of the same order', async () => {
    const other = await makeUser(database)
    const placed = await checkOut(other, victim, await fillCart(other, productId))
    const admin = await makeUser(database, { role: 'Administrador' })
    const body = { id: placed.body.data._id, state: 'delivered' as const }
    await send(orderCalls.updateOrderStatus, { body, token: admin.token })
    const mails = await collectMails(app)
    expect(mails.filter(({ headers }) => headers.to?.includes(victim))).toHaveLength(10)
    expect(mails.filter(({ headers }) => headers.to?.includes(other.email))).toHaveLength(2)
  })
})

test('mails to the account’s own address are not limited, and mention nobody else', async () => {
  const buyer = await makeUser(database)
  const { id: productId } = await makeProduct(database, { stock: 20 })
  for (let turn = 0; turn < 12; turn += 1)
    expect((await checkOut(buyer, buyer.email, await fillCart(buyer, productId))).status).toBe(201)
  const mails = (await collectMails(app)).filter(({ headers }) => headers.to?.includes(buyer.email))
  expect(mails).toHaveLength(12)
  for (const { text } of mails) expect(text).not.toContain('cuenta de otra persona')
})

test('further attempts of a mail to somebody else’s address don’t count as mails, and go to the same address', async () => {
  const buyer = await makeUser(database)
  const { id: productId } = await makeProduct(database, { stock: 20 })
  const other = `regalo${unique()}@correo.cl`
  await database.deleteFrom('mails').execute()
  for (let turn = 0; turn < 3; turn += 1) await checkOut(buyer, other, await fillCart(buyer, productId))
  const server = await startMailServer()
  const transport = openTransport({ ...app.config, smtpUrl: server.url })
  onTestFinished(() => transport.close())
  const queue = mailQueue({ ...app, compose: composeMail, transport, onError: () => {} })
  const attempt = async () => {
    await sql`update mails set due_at = now() where due_at is not null`.execute(database)
    while ((await workOnNext(queue)) !== 'none');
  }
  server.behaviour = 'busy'
  for (let times = 0; times < 4; times += 1) await attempt()
  server.behaviour = 'accept'
  await attempt()
  const recipients = server.mails.flatMap(({ recipients }) => recipients)
  expect(recipients.filter((address) => address === other)).toHaveLength(3)
  expect(recipients).not.toContain(buyer.email)
})

test.each([
  ['a line', [CART_LIMITS.unitsOfLine + 1], 'Puedes llevar hasta 100 unidades de cada producto.'],
  ['all lines together', Array(6).fill(90), 'Un pedido admite hasta 500 unidades en total.'],
])(
  'refuses too many units of %s, also in an older cart, and changes nothing',
  async (_, quantities, message) => {
    const buyer = await makeUser(database)
    const lines: { productId: string; quantity: number }[] = []
    for (const quantity of quantities) {
      const { id: productId } = await makeProduct(database, { stock: 10_000 })
      await database
        .insertInto('cart_lines')
        .values({ user_id: buyer.id, product_id: productId, quantity })
        .execute()
      lines.push({ productId, quantity })
    }
    expect(await checkOut(buyer, buyer.email, lines)).toMatchObject({
      status: 400,
      body: { code: 'BAD_INPUT', message },
    })
    expect(await countOrders(buyer.id)).toBe(0)
    const ids = lines.map(({ productId }) => productId)
    const products = await database.selectFrom('products').select('stock').where('id', 'in', ids).execute()
    expect(products.every(({ stock }) => stock === 10_000)).toBe(true)
    const { body } = await send(cartCalls.getCart, { params: { userId: buyer.id }, token: buyer.token })
    expect(body.data).toHaveLength(lines.length)
  },
)
