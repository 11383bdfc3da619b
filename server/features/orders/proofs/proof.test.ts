import { describe, expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import type { Db } from '#server/database/schema.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'

const apps = await appsOnEachStore()

const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
const makeOrder = (database: Db, user_id: string) =>
  database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id, total: 1_990 })
    .returning(['id'])
    .executeTakeFirstOrThrow()

describe.each(apps)('a payment proof, on $store', ({ database, send, files }) => {
  const paymentOf = async (id: string) =>
    (await database.selectFrom('orders').select('payment').where('id', '=', id).executeTakeFirstOrThrow())
      .payment
  const upload = (id: string, token: string, photo: Buffer) =>
    send(orderCalls.uploadProof, { form: multipart({ id }, ['photo', photo, 'transferencia.jpg']), token })
  const see = (file: string, token?: string) => send(orderCalls.proofImage, { params: { file }, token })

  test('is stored once by ten uploads at once; the others are refused and leave no file behind', async () => {
    const buyer = await makeUser(database)
    const { id } = await makeOrder(database, buyer.id)
    const [before, photo] = [(await files()).length, await image()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(id, buyer.token, photo)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'PROOF_EXISTS')).toHaveLength(9)
    expect(await files()).toHaveLength(before + 1)
    expect((await see(await paymentOf(id), buyer.token)).status).toBe(200)
  })

  test('is visible to its owner and to administrators, and not cached', async () => {
    const [buyer, other, marketing, admin] = [
      await makeUser(database),
      await makeUser(database),
      await makeUser(database, { role: 'Marketing' }),
      await makeUser(database, { role: 'Administrador' }),
    ]
    const { id } = await makeOrder(database, buyer.id)
    await upload(id, buyer.token, await image('png'))
    const file = await paymentOf(id)
    for (const { token } of [buyer, admin]) {
      expect(await see(file, token)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' },
      })
    }
    for (const { token } of [other, marketing]) expect((await see(file, token)).status).toBe(404)
    expect((await see(file)).status).toBe(401)
    const list = await send(orderCalls.listOrders, {
      params: { id: buyer.id },
      query: {},
      token: buyer.token,
    })
    expect(list.body.data).toMatchObject([{ payment: file }])
    // A public URL doesn't answer the image.
    expect((await send(userCalls.userImage, { params: { photo: file }, query: {} })).status).toBe(404)
  })

  test('is answered with 404 when it is missing, whatever its name', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    for (const file of [`${'0'.repeat(32)}.webp`, 'comprobante.png', '../x', '%2e%2e%2fx', 'undefined'])
      expect([file, (await see(file, admin.token)).status]).toEqual([file, 404])
  })

  test('can be attached only by the order’s owner or an administrator', async () => {
    const [buyer, thief, admin] = [
      await makeUser(database),
      await makeUser(database),
      await makeUser(database, { role: 'Administrador' }),
    ]
    const { id } = await makeOrder(database, buyer.id)
    const [before, photo] = [(await files()).length, await image()]
    expect((await upload(id, thief.token, photo)).status).toBe(404)
    expect((await upload('x', buyer.token, photo)).status).toBe(404)
    expect((await upload(crypto.randomUUID(), buyer.token, photo)).status).toBe(404)
    expect((await upload(id, '', photo)).status).toBe(401)
    expect([await paymentOf(id), (await files()).length]).toEqual(['', before])
    expect((await upload(id, admin.token, photo)).status).toBe(200)
  })

  test('is refused for a cancelled order', async () => {
    const buyer = await makeUser(database)
    const { id } = await makeOrder(database, buyer.id)
    await database.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
    expect(await upload(id, buyer.token, await image())).toMatchObject({
      status: 409,
      body: { code: 'ORDER_CLOSED' },
    })
    expect(await paymentOf(id)).toBe('')
  })

  test('must be an image', async () => {
    const buyer = await makeUser(database)
    const { id } = await makeOrder(database, buyer.id)
    const without = await send(orderCalls.uploadProof, { form: multipart({ id }), token: buyer.token })
    expect(without).toMatchObject({ status: 400, body: { issues: [{ path: 'photo' }] } })
    expect((await upload(id, buyer.token, Buffer.from('%PDF-1.7 un comprobante'))).status).toBe(415)
    expect(await paymentOf(id)).toBe('')
  })
})
