import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import { isId } from '#server/http/refusal.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { appsOnEachStore, filesIn, image } from '#tests/images.ts'
import { collectMails } from '#tests/mailbox.ts'
import {
  fillCart,
  makePerson,
  orderCart,
  type Person,
  placeOrder,
  saveProfile,
  traces,
  uploadProof,
} from '#tests/person.ts'
import { outboxFolder } from '../../mail/outbox.ts'
import { attachProof } from '../orders/attach-proof.ts'
import { erasePerson } from './erase-person.ts'

const erase = ({ database, images, config }: TestApp, email: string) =>
  erasePerson(database, images, { email, dataDir: config.dataDir })

/** Everything that tells who somebody is. */
const detailsOf = ({
  id,
  name,
  lastName,
  email,
  rut,
  phone,
  cellphone,
  address,
  product,
  message,
}: Person) => [...[id, name, lastName, email, rut, phone, cellphone, address, product, message]]

async function expectNoTrace({ database, config }: TestApp, person: Person) {
  for (const detail of detailsOf(person)) expect(await traces(database, detail)).toEqual({})
  for (const entry of await readdir(config.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1')
    for (const detail of [person.email, person.id, person.name])
      expect(`${entry.name} ${content}`).not.toContain(detail)
  }
}

/** Orders without the person, lines and stock: what accounting needs. */
const books = async ({ database }: TestApp) => {
  const { rows: orders } = await sql`
    select id, number, status, total, created_at,
      (select json_agg(l order by position) from order_lines l where order_id = orders.id) as lines
    from orders order by number`.execute(database)
  const { rows: stock } = await sql`select id, stock from products order by id`.execute(database)
  return { orders, stock }
}

/** The maintained counts, and the same by counting. */
async function counts({ database }: TestApp) {
  const maintained = await sql<{ name: string; rows: number }>`
    select name, sum(rows)::int as rows from row_counts group by name having sum(rows) <> 0 order by name`.execute(
    database,
  )
  const counted = await sql<{ name: string; rows: number }>`
    select * from (
      select 'form_requests' as name, count(*)::int as rows from form_requests
      union all select 'orders', count(*)::int from orders
      union all select 'user_activity', count(*)::int from user_activity
      union all select 'users:' || role, count(*)::int from users group by role
    ) counted where rows <> 0 order by name`.execute(database)
  return { maintained: maintained.rows, counted: counted.rows }
}

describe.each(await appsOnEachStore())(
  'erasing a person, with images on $store',
  ({ files, store: _, ...app }) => {
    const { database, send } = app

    test('leaves no trace in any table and any file, and the books as they were', async () => {
      const other = await makePerson(app)
      const otherFiles = (await files()).toSorted()
      const otherTraces = await traces(database, other.email)
      const otherMails = (await collectMails(app)).length
      const person = await makePerson(app)
      const before = await books(app)
      const found = await traces(database, person.email)
      expect(Object.keys(found).toSorted()).toEqual([
        'form_requests',
        'mails',
        'orders',
        'user_activity',
        'users',
      ])
      expect(await files()).not.toEqual(otherFiles)

      const erased = await erase(app, person.email)
      expect(erased).toMatchObject({ accounts: 1, orders: 2, formRequests: 2, loginRecords: 1, errors: [] })
      expect(erased.pendingOrders).toHaveLength(1)
      // A profile photo, two proofs and a prescription; and the mails that were sent.
      expect(erased.files).toBeGreaterThanOrEqual(4 + 6)

      await expectNoTrace(app, person)
      expect((await files()).toSorted()).toEqual(otherFiles)
      expect(await books(app)).toEqual(before)
      expect(await traces(database, other.email)).toEqual(otherTraces)
      const { maintained, counted } = await counts(app)
      expect(maintained).toEqual(counted)
      expect(await collectMails(app)).toHaveLength(otherMails)

      const login = await send(userCalls.login, {
        body: { email: person.email, password: 'clave-de-la-persona' },
      })
      expect(login).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
      const profile = await send(userCalls.findUser, { params: { id: person.id }, token: person.token })
      expect(profile.status).toBe(401)

      expect(await erase(app, person.email)).toEqual({
        ...{ accounts: 0, orders: 0, pendingOrders: [], formRequests: 0, loginRecords: 0, mails: 0 },
        ...{ files: 0, errors: [] },
      })
    })

    test('two erased persons’ orders have one owner, and administrators can still work with them', async () => {
      const [one, two] = [await makePerson(app), await makePerson(app)]
      for (const { email } of [one, two]) await erase(app, email)
      const { rows } = await sql<{ owner: string; idempotency_key: string | null }>`
      select distinct user_id, idempotency_key from orders where name = 'Persona eliminada'`.execute(database)
      expect(rows).toMatchObject([{ idempotency_key: null }])
      const { token } = one.admin
      const list = await send(orderCalls.listDeliveries, { params: { id: 'admin' }, query: {}, token })
      const pending = list.body.data.find(({ status, email }) => status === 'pending' && email === '')
      expect(pending).toMatchObject({ name: 'Persona eliminada', address: '', payment: '' })
      const state = { id: pending!._id, state: 'cancelled' as const }
      expect((await send(orderCalls.updatePaymentState, { body: state, token })).status).toBe(200)
      const sent = (await collectMails(app)).length
      // Its customer has no address any more: the mail counts as sent.
      expect(
        await database.selectFrom('mails').select('cause').where('due_at', 'is not', null).execute(),
      ).toEqual([])
      expect(await collectMails(app)).toHaveLength(sent)
      for (const query of [{ search: 'persona eliminada' }, {}]) {
        const { status } = await send(userCalls.listClients, { query, token })
        expect(status).toBe(200)
      }
    })
  },
)

describe('erasing a person', async () => {
  const app = await createTestApp()
  const { database, images, config, send } = app

  test('works for an e-mail that only sent forms, in any case', async () => {
    const email = `visita${unique()}@correo.cl`
    await database
      .insertInto('form_requests')
      .values([
        { type_form: 'contact', fullname: 'Ana', email: email.toUpperCase(), message: 'Una consulta.' },
        { type_form: 'contact', fullname: 'Ana', email: `otra-${email}`, message: 'Una consulta.' },
      ])
      .execute()
    expect(await erase(app, email)).toMatchObject({ accounts: 0, formRequests: 1, errors: [] })
    expect(await traces(database, email)).toEqual({ form_requests: 1 })
  })

  test('takes its details out of another account’s order, which keeps its owner and its proof', async () => {
    const [person, friend] = [await makePerson(app), await makePerson(app)]
    const id = await placeOrder(app, friend, person)
    await uploadProof(app, friend, id)
    await erase(app, person.email)
    await expectNoTrace(app, person)
    const order = await database
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ user_id: friend.id, name: 'Persona eliminada', address: '', email: '' })
    expect(await images.read('proof', order.payment)).not.toBeNull()
  })

  test('takes the mails about its orders to another address out of the outbox', async () => {
    const [person, friend] = [await makePerson(app), await makePerson(app)]
    const id = await placeOrder(app, person, friend)
    await collectMails(app)
    const ofOrder = async () =>
      (await filesIn(outboxFolder(config.dataDir))).filter((name) => name.includes(id))
    expect(await ofOrder()).toHaveLength(2)
    await erase(app, person.email)
    expect(await ofOrder()).toEqual([])
  })

  test('an image that can’t be removed is reported, and erasing again removes it', async () => {
    const person = await makePerson(app)
    const { photo } = await database
      .selectFrom('form_requests')
      .select('photo')
      .where('email', '=', person.email)
      .where('photo', '<>', '')
      .executeTakeFirstOrThrow()
    const stem = photo.replace('.webp', '')
    const path = join(config.dataDir, 'images/prescription', stem.slice(0, 2), `${stem}-1600.webp`)
    // A folder in the file's place can't be removed as a file, not even by root.
    await rm(path)
    await mkdir(path)
    const erased = await erase(app, person.email)
    expect(erased.accounts).toBe(1)
    expect(erased.errors).toHaveLength(1)
    await expectNoTrace(app, person)
    expect(await filesIn(join(config.dataDir, 'images/proof'))).not.toContain(stem)

    expect(await erase(app, person.email)).toMatchObject({ accounts: 0, files: 0, errors: [{}] })
    await rm(path, { recursive: true })
    expect(await erase(app, person.email)).toMatchObject({ accounts: 0, files: 1, errors: [] })
    expect(await traces(database, photo)).toEqual({})
  })

  test('calls that are under way meanwhile leave nothing behind', async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await makePerson(app)
      const id = await placeOrder(app, person)
      const lines = (await fillCart(app, person)).body.data
      const [erased, ...answers] = await Promise.all([
        erase(app, person.email),
        orderCart(app, person, lines, person),
        uploadProof(app, person, id),
        saveProfile(app, person),
        send(userCalls.login, { body: { email: person.email, password: 'clave-de-la-persona' } }),
        fillCart(app, person),
      ])
      expect(erased.errors).toEqual([])
      for (const { status } of answers) expect(status).toBeLessThan(500)
      await expectNoTrace(app, person)
      const { rows } = await sql<{ name: string }>`
        select photo as name from users union select payment from orders union select photo from form_requests`.execute(
        database,
      )
      const named = new Set(rows.map(({ name }) => name.replace('.webp', '')))
      const stems = (await filesIn(join(config.dataDir, 'images'))).map((name) => name.slice(0, 32))
      expect(stems.filter((stem) => !named.has(stem))).toEqual([])
    }
  })

  test('a proof that arrives for an erased person’s order is not attached', async () => {
    const person = await makePerson(app)
    const { id } = await database
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    await erase(app, person.email)
    const before = await filesIn(join(config.dataDir, 'images'))
    const proof = { orderId: id, userId: person.id, bytes: await image() }
    await expect(attachProof(database, images, proof)).rejects.toMatchObject({ code: 'PROOF_EXISTS' })
    expect(await filesIn(join(config.dataDir, 'images'))).toEqual(before)
  })

  test('the owner of erased orders is no person and can’t be erased', async () => {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from users where email like '%@invalid'`.execute(database)
    expect(rows).toHaveLength(1)
    expect(isId(rows[0]!.id)).toBe(true)
    expect(await erase(app, rows[0]!.email)).toMatchObject({ accounts: 0, orders: 0 })
    const { body } = await send(userCalls.login, { body: { email: rows[0]!.email, password: '' } })
    expect(body.code).toBe('BAD_INPUT')
    const login = await send(userCalls.login, { body: { email: rows[0]!.email, password: 'x' } })
    expect(login.body.code).toBe('LOGIN_FAILED')
  })

  test('staff who leave take nothing from the shop with them', async () => {
    const [admin, other] = [
      await makeUser(database, { role: 'Administrador' }),
      await makeUser(database, { role: 'Administrador' }),
    ]
    const before = await books(app)
    expect(await erase(app, admin.email)).toMatchObject({ accounts: 1, orders: 0 })
    expect(await books(app)).toEqual(before)
    expect(await traces(database, admin.id)).toEqual({})
    expect((await send(userCalls.listUsers, { query: {}, token: other.token })).status).toBe(200)
  })
})
