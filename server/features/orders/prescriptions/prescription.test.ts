import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'
import { expirePrescriptions } from '../../requests/expire-prescriptions.ts'

const apps = await appsOnEachStore()

/** Pages that differ: each has another width. */
const makePages = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => image('jpeg', { width: 40 + index })))

const setUp = ({ database, send }: (typeof apps)[number]) => ({
  /** A customer with a pending order of one product. */
  async makeOrder({ prescription = true } = {}) {
    const buyer = await makeUser(database)
    const product = await makeProduct(database)
    await database.updateTable('products').set({ prescription }).where('id', '=', product.id).execute()
    const items = [{ productId: product.id, quantity: 1 }]
    const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    const details = { ...SHIPPING, id: buyer.id, products: cart.body.data }
    const { body } = await send(orderCalls.createOrder, { body: details, token: buyer.token })
    return { id: body.data._id, buyer, product }
  },
  upload: (id: string, token: string, photo: Buffer | string, name = 'receta.jpg') =>
    send(orderCalls.uploadPrescription, { form: multipart({ id }, ['photo', photo, name]), token }),
  see: (file: string, token?: string) => send(orderCalls.orderPrescriptionImage, { params: { file }, token }),
  read: async (id: string, token: string) =>
    (await send(orderCalls.getOrder, { params: { id }, token })).body.data.prescription,
  setStatus: (id: string, status: 'delivered' | 'cancelled') =>
    database.updateTable('orders').set({ status }).where('id', '=', id).execute(),
})

describe.each(apps)('an order’s prescription, on $store', (app) => {
  const { database, send, files } = app
  const { makeOrder, upload, see, read } = setUp(app)

  test('has several pages in order, which only its customer and administrators see, uncached', async () => {
    const { id, buyer } = await makeOrder()
    expect(await read(id, buyer.token)).toMatchObject({
      needed: true,
      sent: false,
      pages: [],
      state: 'missing',
    })
    const [first, second] = await makePages(2)
    expect(await upload(id, buyer.token, first!)).toMatchObject({
      status: 200,
      body: { message: 'Recibimos tu receta.' },
    })
    await upload(id, buyer.token, second!, 'receta.pdf')
    const { needed, sent, pages } = await read(id, buyer.token)
    expect({ needed, sent, count: pages.length }).toEqual({ needed: true, sent: true, count: 2 })
    const params = { id: buyer.id }
    const list = await send(orderCalls.listOrders, { params, query: {}, token: buyer.token })
    expect(list.body.data).toMatchObject([{ prescription: { needed, sent, pages } }])

    const [other, marketing, admin] = [
      await makeUser(database),
      await makeUser(database, { role: 'Marketing' }),
      await makeUser(database, { role: 'Administrador' }),
    ]
    for (const page of pages) {
      for (const { token } of [buyer, admin])
        expect(await see(page, token)).toMatchObject({
          status: 200,
          headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' },
        })
      for (const { token } of [other, marketing]) expect((await see(page, token)).status).toBe(404)
      expect((await see(page)).status).toBe(401)
      // Neither a public URL nor that of the proofs answers the image.
      expect((await send(userCalls.userImage, { params: { photo: page }, query: {} })).status).toBe(404)
      const proof = await send(orderCalls.proofImage, { params: { file: page }, token: admin.token })
      expect(proof.status).toBe(404)
    }
    for (const file of [`${'0'.repeat(32)}.webp`, 'receta.png', '../x', '%2e%2e%2fx', 'undefined'])
      expect([file, (await see(file, admin.token)).status]).toEqual([file, 404])
  })

  test('stores five of eight pages sent at once, refuses the others, and leaves no file behind', async () => {
    const { id, buyer } = await makeOrder()
    const before = (await files()).length
    const answers = await Promise.all((await makePages(8)).map((page) => upload(id, buyer.token, page)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_PRESCRIPTION_PAGES)
    const refused = answers.filter(({ body }) => body.code === 'PRESCRIPTION_FULL')
    expect(refused).toHaveLength(8 - MAX_PRESCRIPTION_PAGES)
    expect(refused[0]).toMatchObject({
      status: 409,
      body: { message: 'La receta de este pedido ya tiene 5 páginas, el máximo.' },
    })
    expect(new Set((await read(id, buyer.token)).pages).size).toBe(MAX_PRESCRIPTION_PAGES)
    expect(await files()).toHaveLength(before + MAX_PRESCRIPTION_PAGES)
  })

  test('stores the same file once, sent several times at once and again', async () => {
    const { id, buyer } = await makeOrder()
    const [before, photo] = [(await files()).length, await image()]
    const answers = await Promise.all([1, 2, 3].map(() => upload(id, buyer.token, photo)))
    answers.push(await upload(id, buyer.token, photo))
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
      ...['PAGE_EXISTS', 'PAGE_EXISTS', 'PAGE_EXISTS'],
      undefined,
    ])
    expect((await read(id, buyer.token)).pages).toHaveLength(1)
    expect(await files()).toHaveLength(before + 1)
  })

  test('loses its images after their retention, and the order still says that it was sent', async () => {
    const { id, buyer } = await makeOrder()
    const [old, recent] = await makePages(2)
    for (const page of [old!, recent!]) await upload(id, buyer.token, page)
    const { pages } = await read(id, buyer.token)
    const age = (page: number, days: number) =>
      sql`
        update order_prescriptions set created_at = now() - make_interval(days => ${days}, mins => 1)
        where order_id = ${id} and page = ${page}`.execute(database)
    await age(1, 90)
    await age(2, 89)
    expect(await expirePrescriptions(database, 90)).toBe(1)
    expect(await read(id, buyer.token)).toMatchObject({ sent: true, pages: [pages[1]] })
    expect((await see(pages[0]!, buyer.token)).status).toBe(404)
    await age(2, 90)
    expect(await expirePrescriptions(database, 90)).toBe(1)
    expect(await read(id, buyer.token)).toMatchObject({ needed: true, sent: true, pages: [], state: 'sent' })
    expect(
      (await sql`select photo, digest from order_prescriptions where order_id = ${id}`.execute(database))
        .rows,
    ).toEqual(Array(2).fill({ photo: '', digest: null }))
    const queued = await sql`select kind, name from image_removals`.execute(database)
    expect(queued.rows).toEqual(
      expect.arrayContaining(pages.map((name) => ({ kind: 'order-prescription', name }))),
    )
    // The customer can add pages again, also one that was sent before.
    expect((await upload(id, buyer.token, old!)).status).toBe(200)
  })
})

const [app] = apps
const { database, files } = app
const { makeOrder, upload, read, setStatus } = setUp(app)

test('only its customer adds pages to an order, not even an administrator', async () => {
  const { id, buyer } = await makeOrder()
  const [thief, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
  const [before, photo] = [(await files()).length, await image()]
  expect((await upload(id, thief.token, photo)).status).toBe(404)
  expect((await upload(id, admin.token, photo)).status).toBe(404)
  expect((await upload('x', buyer.token, photo)).status).toBe(404)
  expect((await upload(crypto.randomUUID(), buyer.token, photo)).status).toBe(404)
  expect((await upload(id, '', photo)).status).toBe(401)
  expect(await read(id, buyer.token)).toMatchObject({ sent: false })
  expect(await files()).toHaveLength(before)
})

test.each(['delivered', 'cancelled'] as const)('refuses further pages for a %s order', async (status) => {
  const { id, buyer } = await makeOrder()
  const [first, second] = await makePages(2)
  await upload(id, buyer.token, first!)
  await setStatus(id, status)
  const before = (await files()).length
  expect(await upload(id, buyer.token, second!)).toMatchObject({
    status: 409,
    body: { code: 'ORDER_CLOSED', message: 'Este pedido ya no está pendiente.' },
  })
  expect((await read(id, buyer.token)).pages).toHaveLength(1)
  expect(await files()).toHaveLength(before)
})

test.each([
  ['a PDF', '%PDF-1.7 una receta', 415],
  ['a page of HTML', '<html><script>1</script>', 415],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415],
  ['an empty file', '', 400],
  ['more than 8 MB', Buffer.alloc(8 * 1024 * 1024 + 1), 413],
])('a page must be an image: %s is refused', async (_, content, status) => {
  const { id, buyer } = await makeOrder()
  const before = (await files()).length
  expect((await upload(id, buyer.token, content)).status).toBe(status)
  expect(await read(id, buyer.token)).toMatchObject({ sent: false })
  expect(await files()).toHaveLength(before)
})

test('an order’s need of a prescription follows the catalogue', async () => {
  const { id, buyer, product } = await makeOrder({ prescription: false })
  expect(await read(id, buyer.token)).toMatchObject({ needed: false })
  await database.updateTable('products').set({ prescription: true }).where('id', '=', product.id).execute()
  expect(await read(id, buyer.token)).toMatchObject({ needed: true })
})
