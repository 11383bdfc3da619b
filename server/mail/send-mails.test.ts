import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { collectMails, startMailServer } from '#tests/mailbox.ts'
import { composeMail } from '../features/notifications/compose-mail.ts'
import { startQueue, workOnNext } from '../queue/queue.ts'
import { queueMail } from './queue-mail.ts'
import { mailQueue } from './send-mails.ts'
import { openTransport } from './transport.ts'

const { database, config, send } = await createTestApp({ PUBLIC_URL: 'https://botica.cl' })
const server = await startMailServer()
const overSmtp = { ...config, smtpUrl: server.url }

const smtp = openTransport(overSmtp)
afterAll(() => smtp.close())

const makeMailer = (transport = smtp) => {
  const onError = vi.fn<(text: string) => void>()
  return { ...mailQueue({ database, config, compose: composeMail, transport, onError }), onError }
}

const queueWelcome = async (values: Parameters<typeof makeUser>[1] = {}) => {
  const user = await makeUser(database, values)
  await database.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId: user.id }))
  return { ...user, cause: `welcome.${user.id}` }
}
const start = () =>
  startQueue(mailQueue({ database, config: overSmtp, compose: composeMail, onError: () => {} }), {
    ownsDatabase: true,
  })
const makeDue = () => sql`update mails set due_at = now() where due_at is not null`.execute(database)
const emptyQueue = async () => {
  await database.deleteFrom('mails').execute()
  server.mails.length = 0
  server.behaviour = 'accept'
}
const find = (cause: string) =>
  database.selectFrom('mails').selectAll().where('cause', '=', cause).executeTakeFirstOrThrow()

/** Fills a cart and checks out. */
async function order(email: string) {
  const [user, product] = [await makeUser(database), await makeProduct(database)]
  const items = [{ productId: product.id, quantity: 2 }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: user.id, items }, token: user.token })
  const placed = await send(orderCalls.createOrder, {
    body: { ...SHIPPING, email, id: user.id, products: body.data },
    token: user.token,
  })
  expect(placed.status).toBe(201)
  return { ...placed.body.data, product }
}

describe('the queue', () => {
  test('an order queues two mails, which become files without a mail server', async () => {
    await emptyQueue()
    const { nro_delivery, product } = await order('cliente@correo.cl')
    const mails = await collectMails({ database, config })
    expect(mails.map(({ subject, headers }) => [headers.to, subject])).toEqual([
      ['Botica <contacto@botica.example>', `Nuevo pedido N° ${nro_delivery}`],
      ['Ana Soto <cliente@correo.cl>', `Recibimos tu pedido N° ${nro_delivery}`],
    ])
    for (const { html, text } of mails) {
      expect(html).toContain(product.tradename)
      expect(text).toContain(product.tradename)
    }
    expect(mails[1]?.headers).toMatchObject({ from: 'Botica <contacto@botica.example>' })
  })

  test('a rolled-back transaction sends no mail', async () => {
    await emptyQueue()
    const { id } = await makeUser(database)
    const rolledBack = database.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'welcome', userId: id })
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect(await workOnNext(makeMailer())).toBe('none')
  })

  test('a cause gets one mail, even when it is queued and sent in parallel', async () => {
    await emptyQueue()
    const user = await makeUser(database)
    const message = { kind: 'welcome', userId: user.id } as const
    const queue = () => database.transaction().execute((tx) => queueMail(tx, message))
    await Promise.all([queue(), queue(), queue()])
    await Promise.all(Array.from({ length: 8 }, () => workOnNext(makeMailer())))
    await queue()
    expect(await workOnNext(makeMailer())).toBe('none')
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[user.email]])
  })

  test('a changed status is mailed, the same status is not', async () => {
    await emptyQueue()
    const admin = await makeUser(database, { role: 'Administrador' })
    const { _id: id, nro_delivery } = await order('cliente@correo.cl')
    await database.deleteFrom('mails').execute()
    for (const state of ['delivered', 'delivered', 'cancelled'] as const) {
      await send(orderCalls.updateOrderStatus, { body: { id, state }, token: admin.token })
    }
    while ((await workOnNext(makeMailer())) !== 'none');
    expect(server.mails.map(({ subject }) => subject)).toEqual([
      `Tu pedido N° ${nro_delivery} fue entregado`,
      `Tu pedido N° ${nro_delivery} fue cancelado`,
    ])
  })

  test('a mail to a deleted user counts as sent', async () => {
    await emptyQueue()
    const { id, cause } = await queueWelcome()
    await database.deleteFrom('users').where('id', '=', id).execute()
    expect(await workOnNext(makeMailer())).toBe('done')
    expect((await find(cause)).due_at).toBeNull()
    expect(server.mails).toEqual([])
  })
})

describe('delivery to a mail server', () => {
  test('sends HTML and text, with the cause in the Message-ID', async () => {
    await emptyQueue()
    const { cause, email } = await queueWelcome({ name: 'Begoña' })
    expect(await workOnNext(makeMailer())).toBe('done')
    expect(server.mails).toMatchObject([{ recipients: [email], subject: 'Te damos la bienvenida a Botica' }])
    expect(server.mails[0]?.html).toContain('Hola, Begoña')
    expect(server.mails[0]?.text).toContain('Hola, Begoña')
    expect(server.mails[0]?.headers['message-id']).toBe(`<${cause}@botica.example>`)
    expect((await find(cause)).sent_at).toEqual(expect.any(String))
  })

  test.each(['busy', 'refuse'] as const)(
    'a mail refused as “%s” is retried later, and arrives once',
    async (mood) => {
      await emptyQueue()
      const { cause, email } = await queueWelcome()
      server.behaviour = mood
      const refused = makeMailer()
      expect(await workOnNext(refused)).toBe('failed')
      expect(refused.onError).toHaveBeenCalledOnce()
      expect(refused.onError.mock.calls[0]?.[0]).not.toContain(email)
      const row = await find(cause)
      expect(row).toMatchObject({ attempts: 1, sent_at: null })
      expect(Date.parse(row.due_at!) - Date.now()).toBeGreaterThan(20_000)
      // Not before it is due.
      expect(await workOnNext(makeMailer())).toBe('none')
      await makeDue()
      server.behaviour = 'accept'
      expect(await workOnNext(makeMailer())).toBe('done')
      expect(await workOnNext(makeMailer())).toBe('none')
      expect(server.mails).toHaveLength(1)
    },
  )

  test('a mail is given up after ten attempts, each after twice the wait', async () => {
    await emptyQueue()
    const { cause } = await queueWelcome()
    server.behaviour = 'busy'
    const waits: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await makeDue()
      expect(await workOnNext(makeMailer())).toBe('failed')
      const { due_at } = await find(cause)
      if (due_at) waits.push(Math.round((Date.parse(due_at) - Date.now()) / 30_000))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
    expect(await find(cause)).toMatchObject({ attempts: 10, due_at: null, sent_at: null })
  })

  test('an unreachable mail server is a failed attempt', async () => {
    await emptyQueue()
    await queueWelcome()
    const unreachable = makeMailer(openTransport({ ...config, smtpUrl: 'smtp://127.0.0.1:1' }))
    expect(await workOnNext(unreachable)).toBe('failed')
    expect(unreachable.onError.mock.calls[0]?.[0]).toMatch(/ECONNECTION|ESOCKET|ECONNREFUSED/)
  })

  test('a mail server that hangs delays neither orders nor the shutdown, and gets its mails later', async () => {
    await emptyQueue()
    server.behaviour = 'hang'
    server.held = 0
    const mailing = start()
    await order('uno@correo.cl')
    // The two mails are waiting for the mail server now.
    await vi.waitUntil(() => server.held === 2, { timeout: 10_000 })
    await order('otro@correo.cl')
    await mailing.stop()
    // Order and shutdown came first: the mail server has answered nothing yet.
    expect(server.mails).toEqual([])

    server.behaviour = 'accept'
    await makeDue()
    const again = start()
    await vi.waitUntil(() => server.mails.length === 4, { timeout: 10_000 })
    await again.stop()
    expect(await workOnNext(makeMailer())).toBe('none')
    expect(server.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'contacto@botica.example',
      'contacto@botica.example',
      'otro@correo.cl',
      'uno@correo.cl',
    ])
  })
})

describe('headers', () => {
  test.each([
    'Ana\r\nBcc: otra@correo.cl',
    'Ana, otra@correo.cl',
    'Ana <otra@correo.cl>',
    '"Ana" <otra@correo.cl>, ',
    'Ana\r\n\r\n<h1>Hola</h1>',
  ])('a name of %j adds no recipient and no header', async (name) => {
    await emptyQueue()
    const { email } = await queueWelcome({ name })
    expect(await workOnNext(makeMailer())).toBe('done')
    const [mail] = server.mails
    expect(mail?.recipients).toEqual([email])
    expect(mail?.headers.bcc).toBeUndefined()
    expect(mail?.headers.to).toMatch(new RegExp(`<?${email}>?$`))
    expect(mail?.html).toContain('</html>')
  })

  test.each(['a@b.cl\r\nRCPT TO:<x@y.cl>', 'a@b.cl, x@y.cl', 'a@b.cl>\r\nDATA'])(
    'an address of %j in the database reaches no other recipient',
    async (address) => {
      await emptyQueue()
      await queueWelcome({ email: `${unique()}${address.toLowerCase()}` })
      expect(await workOnNext(makeMailer())).toBe('failed')
      expect(server.mails).toEqual([])
    },
  )
})
