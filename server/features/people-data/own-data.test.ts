import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { anonymousOrders, traces } from '#tests/erasure.ts'
import { PASSWORD as MADE_PASSWORD, makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { appsOnEachStore, filesIn } from '#tests/image-stores.ts'
import {
  fillCart,
  makePerson,
  orderCart,
  PASSWORD,
  type Person,
  placeOrder,
  uploadProof,
} from '#tests/person.ts'
import { outboxFolder } from '../../mail/outbox.ts'

/** Marks the person's paid order as delivered, so that the account can be erased. */
async function deliver({ database, send }: TestApp, { id, admin }: Person) {
  const orders = await database
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  for (const order of orders)
    await send(orderCalls.updateOrderStatus, {
      body: { id: order.id, state: 'delivered' },
      token: admin.token,
    })
}

const eraseOwn = ({ send }: Pick<TestApp, 'send'>, { token }: { token: string }, password = PASSWORD) =>
  send(accountCalls.eraseAccount, { body: { password }, token })

/** Makes a form request that somebody else sends with the person's address, and another account's order with it. */
async function useAddress(app: TestApp, { email, name, lastName, address, cellphone }: Person) {
  const friend = await makePerson(app)
  const order = await placeOrder(app, friend, { name, lastName, address, email, cellphone })
  await app.database
    .insertInto('form_requests')
    .values({ type_form: 'contact', fullname: 'Otra', email, message: 'Una consulta ajena.' })
    .execute()
  return { friend, order }
}

describe.each(await appsOnEachStore())(
  'a customer’s own data, with images on $store',
  ({ files: _, store: __, ...app }) => {
    const { database, images, config, send } = app

    test('is exported as a zip of the account’s data, without anybody else’s', async () => {
      const person = await makePerson(app)
      const { friend } = await useAddress(app, person)
      const { status, headers, body } = await send(accountCalls.exportAccount, { token: person.token })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/zip',
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="mis-datos.zip"',
      })
      const zip = unzipSync(new Uint8Array(body as unknown as Buffer))
      const text = Buffer.from(zip['datos.json']!).toString()
      const data = JSON.parse(text)
      const numbers = data.pedidos.map(({ numero }: { numero: number }) => numero)
      expect(Object.keys(zip)).toEqual([
        'perfil.webp',
        `comprobante-${numbers[0]}.webp`,
        `receta-pedido-${numbers[0]}-1.webp`,
        `comprobante-${numbers[1]}.webp`,
        'datos.json',
      ])
      for (const [name, bytes] of Object.entries(zip))
        if (name.endsWith('.webp'))
          expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 80 })
      expect(data).toMatchObject({
        correo: person.email,
        perfil: { nombre: person.name, rut: person.rut, foto: 'perfil.webp' },
        carrito: [{ cantidad: 2 }],
        solicitudes: [],
        avisos_de_stock: [{ correo: person.email }],
        ingresos: [{ correo: person.email }],
        imagenes_faltantes: [],
      })
      expect(numbers).toHaveLength(2)
      expect(text).not.toMatch(/argon2|password|token|hash|ajena/i)
      for (const secret of [person.token, friend.email, person.message]) expect(text).not.toContain(secret)
      const entry = await database
        .selectFrom('audit_entries')
        .select(['actor_email', 'subject_label'])
        .where('action', '=', 'person.export')
        .where('actor_id', '=', person.id)
        .execute()
      expect(entry).toEqual([{ actor_email: person.email, subject_label: person.email }])

      const { photo } = await database
        .selectFrom('users')
        .select('photo')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      await images.remove('user', photo)
      const again = await send(accountCalls.exportAccount, { token: person.token })
      const later = unzipSync(new Uint8Array(again.body as unknown as Buffer))
      expect(Object.keys(later)).not.toContain('perfil.webp')
      expect(JSON.parse(Buffer.from(later['datos.json']!).toString()).imagenes_faltantes).toEqual([
        'perfil.webp',
      ])
    })

    test('is erased with the account and its orders’ details; rows that only have the address stay', async () => {
      const person = await makePerson(app)
      const { order } = await useAddress(app, person)
      await deliver(app, person)
      const before = await anonymousOrders(app)
      const own = await database.selectFrom('orders').select('id').where('user_id', '=', person.id).execute()
      const outbox = async () => (await filesIn(outboxFolder(config.dataDir))).join()
      for (const id of [person.id, own[0]!.id]) expect(await outbox()).toContain(id)
      expect(await eraseOwn(app, person)).toMatchObject({
        status: 200,
        body: { message: expect.any(String) },
      })
      for (const id of [person.id, ...own.map(({ id }) => id)]) expect(await outbox()).not.toContain(id)
      expect(await outbox()).toContain('form-received')

      expect(await anonymousOrders(app)).toEqual(before)
      for (const detail of [person.rut, person.cellphone, person.email]) {
        const { form_requests: _, orders, ...others } = await traces(database, detail)
        expect({ detail, others }).toEqual({ detail, others: {} })
        expect(orders ?? 0).toBeLessThanOrEqual(1)
      }
      const kept = await database
        .selectFrom('form_requests')
        .select('photo')
        .where('email', '=', person.email)
        .orderBy('id')
        .execute()
      expect(kept).toHaveLength(3)
      expect(await images.read('prescription', kept[0]!.photo)).not.toBeNull()
      const others = await database
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order)
        .executeTakeFirstOrThrow()
      expect(others).toMatchObject({ email: person.email, name: person.name })

      const profile = await send(userCalls.findUser, { params: { id: person.id }, token: person.token })
      expect(profile.status).toBe(401)
      const login = await send(userCalls.login, { body: { email: person.email, password: PASSWORD } })
      expect(login.body.code).toBe('LOGIN_FAILED')
      const entries = await database
        .selectFrom('audit_entries')
        .select(['actor_id', 'actor_name', 'actor_email', 'address', 'subject_label'])
        .where('action', '=', 'person.erase')
        .where('subject_id', '=', person.id)
        .execute()
      const nobody = { actor_name: '', actor_email: '', address: '', subject_label: '' }
      expect(entries).toEqual([{ actor_id: person.id, ...nobody }])
    })
  },
)

const app = await createTestApp()
const { database, send } = app

test('refuses to erase an account with a wrong, somebody else’s or no password', async () => {
  const user = await makeUser(database)
  await makeUser(database)
  for (const password of ['otra-clave', PASSWORD, `${MADE_PASSWORD} `])
    expect(await eraseOwn(app, user, password)).toMatchObject({
      status: 400,
      body: { code: 'BAD_INPUT', issues: [{ path: 'password', message: 'La contraseña no es correcta.' }] },
    })
  expect((await eraseOwn(app, user, '')).status).toBe(400)
  expect((await eraseOwn(app, { token: 'inventado' }, MADE_PASSWORD)).status).toBe(401)
  expect((await send(userCalls.findUser, { params: { id: user.id }, token: user.token })).status).toBe(200)
  expect((await eraseOwn(app, user, MADE_PASSWORD)).status).toBe(200)
})

test('refuses to erase an account with a paid order that isn’t delivered', async () => {
  const person = await makePerson(app)
  const before = await traces(database, person.email)
  const refused = await eraseOwn(app, person)
  expect(refused).toMatchObject({ status: 409, body: { code: 'ORDER_PENDING' } })
  expect(await traces(database, person.email)).toEqual(before)
  await deliver(app, person)
  expect((await eraseOwn(app, person)).status).toBe(200)
})

test('erasing an account cancels its unpaid pending orders and returns their stock', async () => {
  const [customer, other] = [await makeUser(database), await makeUser(database)]
  const [one, two] = [await makeProduct(database, { stock: 5 }), await makeProduct(database, { stock: 5 })]
  const line = (product: { id: string }, quantity: number) => ({ productId: product.id, quantity })
  const make = (userId: string, status: OrderStatus, lines = [line(one, 2), line(two, 1)]) =>
    makeOrder(database, { userId, status, lines })
  const unpaid = [await make(customer.id, 'pending'), await make(customer.id, 'pending', [line(two, 3)])]
  const rest = [await make(customer.id, 'delivered'), await make(customer.id, 'cancelled')]
  const others = await make(other.id, 'pending')
  expect((await eraseOwn(app, customer, MADE_PASSWORD)).status).toBe(200)
  const ids = [...unpaid, ...rest, others].map(({ id }) => id)
  const { rows } = await sql<{ status: string; mail: boolean }>`
    select status, exists (select from mails where message ->> 'orderId' = orders.id::text) as mail from orders
    where id = any(${ids}::uuid[]) order by number`.execute(database)
  expect(rows.map(({ status }) => status)).toEqual([
    ...['cancelled', 'cancelled', 'delivered', 'cancelled', 'pending'],
  ])
  expect(rows.filter(({ mail }) => mail)).toEqual([])
  const stock = await database
    .selectFrom('products')
    .select('stock')
    .where('id', 'in', [one.id, two.id])
    .orderBy('id')
    .execute()
  expect(stock.map(({ stock }) => stock)).toEqual([5 + 2, 5 + 1 + 3])
})

test.each(['Marketing', 'Administrador'] as const)(
  '%s can export the own account, but not erase it',
  async (role) => {
    const user = await makeUser(database, { role })
    expect(await eraseOwn(app, user, MADE_PASSWORD)).toMatchObject({
      status: 409,
      body: { code: 'ROLE_LOCKED' },
    })
    expect((await send(accountCalls.exportAccount, { token: user.token })).status).toBe(200)
  },
)

test('with other calls under way, an erasure leaves either the whole account or nothing of it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await makePerson(app)
    await deliver(app, person)
    await database.deleteFrom('form_requests').where('email', '=', person.email).execute()
    const order = await placeOrder(app, person)
    const lines = (await fillCart(app, person)).body.data
    const role = { id: person.id, role: 'Marketing' as const }
    const [one, two, ...answers] = await Promise.all([
      eraseOwn(app, person),
      eraseOwn(app, person),
      uploadProof(app, person, order),
      orderCart(app, person, lines, person),
      send(accountCalls.exportAccount, { token: person.token }),
      ...(round % 2 ? [send(userCalls.updateRole, { body: role, token: person.admin.token })] : []),
    ])
    const statuses = [one.status, two.status]
    for (const { status } of [one, two, ...answers]) expect(status).toBeLessThan(500)
    if (statuses.includes(200)) {
      expect(statuses.toSorted()).toEqual([200, 401])
      for (const detail of [person.id, person.email, person.rut, person.address]) {
        const { audit_entries: _, ...found } = await traces(database, detail)
        expect({ detail, found }).toEqual({ detail, found: {} })
      }
    } else {
      // The upload of the proof or the change of role came first.
      expect(statuses).toEqual([409, 409])
      expect(await traces(database, person.email)).toMatchObject({ users: 1 })
    }
  }
})
