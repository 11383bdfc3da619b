import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { importCalls } from '#contract/imports.ts'
import { orderCalls } from '#contract/orders.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { HONEYPOT_FIELD } from '#contract/requests.ts'
import { saleConditionCalls } from '#contract/sale-conditions.ts'
import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { createTestApp } from '#tests/app.ts'
import { traces } from '#tests/erasure.ts'
import { makeProduct, makeUser, SHIPPING, setStock, unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { catchUpHolds } from '../products/hold-products.ts'
import { findProduct } from '../products/queries.ts'
import { expireStockAlerts } from './stock-alerts.ts'

const app = await createTestApp()
const { database, send } = app
const { token: admin } = await makeUser(database, { role: 'Administrador' })
const imports = openImports(app, admin)

const anAddress = () => `espera${unique()}@correo.cl`
const soldOut = () => makeProduct(database, { stock: 0 })
const ask = (id: string, email: string, token?: string, trap = '') =>
  send(stockAlertCalls.askForStockAlert, { params: { id }, body: { email, [HONEYPOT_FIELD]: trap }, token })
const alertsOf = (email: string) =>
  database.selectFrom('stock_alerts').selectAll().where('email', '=', email).orderBy('id').execute()
const owed = async (email: string) =>
  (
    await sql`select from mails join stock_alerts on cause = 'stock-alert.' || id::text
      where email = ${email}`.execute(database)
  ).rows.length
const mailsTo = async (email: string) =>
  (await collectMails(app)).filter(({ headers }) => headers.to?.includes(email))
const tokenIn = ({ text }: { text: string }) => /\/dejar-avisos\/([\w-]+)/.exec(text)?.[1] ?? ''

describe('asking for an alert', () => {
  test('answers the same for a new address, one that waits already and a robot, and saves one alert', async () => {
    const { id } = await soldOut()
    const [email, robot] = [anAddress(), anAddress()]
    const answers = [
      await ask(id, email),
      await ask(id, email.toUpperCase()),
      await ask(id, robot, undefined, 'https://x'),
    ]
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({
        status: 200,
        body: { message: 'Te avisaremos por correo cuando llegue.', data: { waiting: true } },
      })
    expect(await alertsOf(email)).toMatchObject([{ product_id: id, told_at: null }])
    expect(await alertsOf(robot)).toEqual([])
    await Promise.all(Array.from({ length: 5 }, () => ask(id, robot)))
    expect(await alertsOf(robot)).toHaveLength(1)
  })

  test('is refused for an unknown product and a bad address, and saves nothing for one in stock', async () => {
    const email = anAddress()
    const { id } = await makeProduct(database)
    expect((await ask(crypto.randomUUID(), email)).status).toBe(404)
    expect((await ask('x', email)).status).toBe(404)
    expect((await ask(id, 'a@b.cl\r\nBcc: x@y.cl')).body.issues).toMatchObject([{ path: 'email' }])
    expect((await ask(id, email)).body.data).toEqual({ waiting: false })
    expect(await alertsOf(email)).toEqual([])
  })

  test('belongs to the account only when its own address was given', async () => {
    const { id } = await soldOut()
    const user = await makeUser(database)
    const stranger = anAddress()
    await ask(id, user.email, user.token)
    await ask(id, stranger, user.token)
    expect(await alertsOf(user.email)).toMatchObject([{ user_id: user.id }])
    expect(await alertsOf(stranger)).toMatchObject([{ user_id: null }])
  })

  test('keeps the newest fifty of an address', async () => {
    const email = anAddress()
    const { id: oldest } = await soldOut()
    const { id: newest } = await soldOut()
    await ask(oldest, email)
    for (let number = 0; number < 49; number += 1)
      await database
        .insertInto('stock_alerts')
        .values({ product_id: (await soldOut()).id, email })
        .execute()
    await ask(newest, email)
    const waiting = (await alertsOf(email)).map(({ product_id }) => product_id)
    expect(waiting).toHaveLength(50)
    expect(waiting).toContain(newest)
    expect(waiting).not.toContain(oldest)
  })
})

/** Ways in which a sold-out product comes back into stock. With `again`, it does so only when `again` is called. */
const ways: [way: string, bringBack: (product: Awaited<ReturnType<typeof soldOut>>) => Promise<unknown>][] = [
  ['the product form', async ({ id }) => imports.edit(await imports.read(id), { stock: 3 })],
  ['a workbook', async (product) => imports.upload([rowOf(product, { Stock: 3 })])],
  [
    'undoing an import',
    async (product) => {
      await setStock(database, product.id, 4)
      await database.deleteFrom('stock_alerts').where('product_id', '=', product.id).execute()
      const { _id: id } = await imports.preview([rowOf(product, { Stock: 0 })])
      await imports.save(id)
      return { again: () => send(importCalls.undoImport, { params: { id }, token: admin }) }
    },
  ],
  [
    'a cancelled order',
    async ({ id }) => {
      await setStock(database, id, 1)
      await database.deleteFrom('stock_alerts').where('product_id', '=', id).execute()
      const buyer = await makeUser(database)
      const items = [{ productId: id, quantity: 1 }]
      const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
      const order = await send(orderCalls.createOrder, {
        body: { ...SHIPPING, id: buyer.id, products: cart.body.data },
        token: buyer.token,
      })
      const body = { id: order.body.data._id, state: 'cancelled' as const }
      return { again: () => send(orderCalls.updateOrderStatus, { body, token: admin }) }
    },
  ],
]

describe('the mail', () => {
  test.each(ways)('is sent once when stock returns by %s', async (_, bringBack) => {
    const product = await soldOut()
    const email = anAddress()
    await ask(product.id, email)
    const prepared = (await bringBack(product)) as { again?: () => Promise<unknown> } | undefined
    if (prepared?.again) {
      // The preparation raised the stock itself, so the address asks again now that the product is sold out.
      await ask(product.id, email)
      expect(await alertsOf(email)).toMatchObject([{ told_at: null }])
      await prepared.again()
    }
    expect((await imports.stockOf(product.id)).stock).toBeGreaterThan(0)
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Llegó un producto que esperabas en Botica')
    expect(mail!.text).toContain(`${product.tradename} ya está disponible.`)
    expect(mail!.text).toContain(`/descripcion?producto=${product.id}`)
    expect(mail!.html).toContain(`/dejar-avisos/${tokenIn(mail!)}`)
  })

  test('goes to everybody who waits for one unit, once while the stock comes and goes, and again when asked again', async () => {
    const { id } = await soldOut()
    const waiting = [anAddress(), anAddress(), anAddress()]
    for (const email of waiting) await ask(id, email)
    for (const stock of [1, 0, 1, 0]) await setStock(database, id, stock)
    for (const email of waiting) {
      const [mail, ...others] = await mailsTo(email)
      expect(others).toEqual([])
      expect(mail!.text).toContain('ya se había agotado')
    }
    const [first = ''] = waiting
    await ask(id, first)
    await setStock(database, id, 9)
    expect(await mailsTo(first)).toHaveLength(2)
    expect(await mailsTo(waiting[1]!)).toHaveLength(1)
  })

  test('isn’t queued by a change that is rolled back, nor while the product has no price', async () => {
    const { id } = await soldOut()
    const email = anAddress()
    await ask(id, email)
    const failed = database.transaction().execute(async (tx) => {
      await setStock(tx, id, 5)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await alertsOf(email)).toMatchObject([{ told_at: null }])
    await database.updateTable('products').set({ cost: 0 }).where('id', '=', id).execute()
    await setStock(database, id, 5)
    expect(await owed(email)).toBe(0)
    const version = (await findProduct(database, id))!.version
    const body = { field: 'cost', value: 990, version } as const
    const { status } = await send(productChangeCalls.changeProductField, {
      params: { id },
      body,
      token: admin,
    })
    expect(status).toBe(200)
    expect(await owed(email)).toBe(1)
  })

  test('waits while the product is held, and is queued by the decision about its condition of sale', async () => {
    const tradename = `Losartan ${unique()} 50 mg x 30 comprimidos`
    const { id } = await makeProduct(database, { tradename, stock: 0 })
    await database.updateTable('products').set({ sale_condition: 'unknown' }).where('id', '=', id).execute()
    const email = anAddress()
    await ask(id, email)
    await setStock(database, id, 5)
    expect(await owed(email)).toBe(0)
    const change = { kind: 'saleCondition', saleCondition: 'simple' } as const
    const body = { selection: { ids: [id] }, change }
    expect((await send(productChangeCalls.changeProducts, { body, token: admin })).status).toBe(200)
    expect(await owed(email)).toBe(1)
  })

  test('is queued by the decision about a group of held products', async () => {
    const { id } = await makeProduct(database, { tradename: `Warfarina ${unique()} 5 mg x 30`, stock: 0 })
    await database.updateTable('products').set({ sale_condition: 'unknown' }).where('id', '=', id).execute()
    const email = anAddress()
    await ask(id, email)
    await setStock(database, id, 5)
    await catchUpHolds(database)
    const { body: held } = await send(saleConditionCalls.listHeld, { token: admin })
    const group = held.data.find(({ products }) => products.some(({ _id }) => _id === id))!
    expect(await owed(email)).toBe(0)
    const decided = await send(saleConditionCalls.decideHeld, {
      body: { group, count: group.count, saleCondition: 'simple' },
      token: admin,
    })
    expect(decided.status).toBe(200)
    expect(await owed(email)).toBe(1)
  })

  test('reaches everybody who asked while the stock was being raised, unless they were told that it is in stock', async () => {
    const { id } = await soldOut()
    const addresses = Array.from({ length: 20 }, anAddress)
    const [answers] = await Promise.all([
      Promise.all(addresses.map((email) => ask(id, email))),
      setStock(database, id, 1),
    ])
    for (const [index, email] of addresses.entries())
      expect(await owed(email)).toBe(answers[index]!.body.data.waiting ? 1 : 0)
  })
})

describe('the link in the mail', () => {
  const stop = (token: string) => send(stockAlertCalls.stopStockAlerts, { body: { token } })

  test('ends all alerts and queued mails of its address, once; only its hash is stored', async () => {
    const [email, other] = [anAddress(), anAddress()]
    const [first, second, third] = [await soldOut(), await soldOut(), await soldOut()]
    for (const { id } of [first, second, third]) await ask(id, email)
    await ask(second.id, other)
    await setStock(database, first.id, 1)
    const [mail] = await mailsTo(email)
    const token = tokenIn(mail!)
    expect(token).toHaveLength(43)
    expect(await traces(database, token)).toEqual({})
    await setStock(database, second.id, 1)
    expect(await stop(token)).toMatchObject({
      status: 200,
      body: { message: 'Ya no te enviaremos avisos de productos.' },
    })
    await setStock(database, third.id, 1)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(other)).toHaveLength(1)
    for (const dead of [token, 'x', ''])
      expect(await stop(dead)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
  })
})

test('alerts end after six months, mailed ones after 30 days, also when two servers sweep at once', async () => {
  await database.deleteFrom('stock_alerts').execute()
  const make = async (email: string, age: string, told: string | null) =>
    sql`insert into stock_alerts (product_id, email, created_at, told_at) values
      (${(await soldOut()).id}, ${email}, now() - ${age}::interval, now() - ${told}::interval)`.execute(
      database,
    )
  await make('a@correo.cl', '6 months 1 minute', null)
  await make('b@correo.cl', '5 months 25 days', null)
  await make('c@correo.cl', '9 months', '29 days')
  await make('d@correo.cl', '2 months', '30 days 1 minute')
  const swept = await Promise.all([expireStockAlerts(database), expireStockAlerts(database)])
  expect(swept[0] + swept[1]).toBe(2)
  const left = await database.selectFrom('stock_alerts').select('email').orderBy('email').execute()
  expect(left.map(({ email }) => email)).toEqual(['b@correo.cl', 'c@correo.cl'])
})
