import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { requestCalls } from '#contract/requests.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from './app.ts'
import { makeProduct, makeUser, PASSWORD, SHIPPING } from './factories.ts'
import { image, multipart } from './images.ts'

const { database, send } = await createTestApp()

const admin = await makeUser(database, { role: 'Administrador' })

/** The SQL statements of docs/operations.md for deleting a person, as an operator pastes them. */
async function statements(email: string): Promise<[images: string[], rows: string[]]> {
  const text = await readFile(`${import.meta.dirname}/../docs/operations.md`, 'utf8')
  const [images = [], rows = []] = [...text.matchAll(/^```sql\n(.*?)^```/gms)].map(([, block]) =>
    block!
      .replace('persona@correo.cl', email)
      .split(/;\n/)
      .filter((statement) => statement.trim()),
  )
  return [images, rows]
}

/** A customer with an order, a payment proof, a prescription request, a cart and a login record. */
async function makePerson(email: string, name: string) {
  const person = await makeUser(database, { email, name })
  const product = await makeProduct(database)
  const items = [{ productId: product.id, quantity: 2 }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: person.id, items }, token: person.token })
  const details = { ...SHIPPING, name, email, id: person.id, products: body.data }
  await send(orderCalls.createOrder, { body: details, token: person.token })
  const order = await database
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const photo = await image()
  await send(orderCalls.uploadProof, {
    form: multipart({ id: order.id }, ['photo', photo]),
    token: person.token,
  })
  const fields = {
    fullname: name,
    email,
    phone: '912345678',
    product: 'Crema',
    message: 'Una crema de urea.',
  }
  await send(requestCalls.createPrescriptionRequest, {
    form: multipart(fields, ['photo', photo, 'receta.jpg']),
  })
  await send(cartCalls.updateCart, { body: { cart: person.id, items }, token: person.token })
  await send(userCalls.login, { body: { email, password: PASSWORD } })
  await send(userCalls.updateRole, { body: { id: person.id, role: 'Marketing' }, token: admin.token })
  return person
}

/** Tables that contain a text, with the number of rows. */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database)
  const found: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ hits: number }>`
      select count(*)::int as hits from ${sql.id(name)} t where to_jsonb(t)::text ilike ${`%${text}%`}`.execute(
      database,
    )
    if (hits[0]!.hits > 0) found[name] = hits[0]!.hits
  }
  return found
}

test('the statements of docs/operations.md delete a person and keep the sales', async () => {
  const gone = await makePerson('rosamunda@correo.cl', 'Rosamunda')
  await makePerson('leonor@correo.cl', 'Leonor')
  const before = await rowsWith('Leonor')
  expect(Object.keys(before).toSorted()).toEqual([
    'audit_entries',
    'form_requests',
    'orders',
    'user_activity',
    'users',
  ])
  expect(Object.keys(await rowsWith('Rosamunda')).toSorted()).toEqual(Object.keys(before).toSorted())
  const accounts = () =>
    sql`select number, total, (select json_agg(l order by position) from order_lines l where order_id = id) as lines
      from orders order by number`.execute(database)
  const { rows: soldBefore } = await accounts()

  const [images, rows] = await statements('rosamunda@correo.cl')
  await database.connection().execute(async (session) => {
    const [, listed] = [
      await sql.raw(images[0]!).execute(session),
      await sql.raw<{ kind: string; name: string }>(images[1]!).execute(session),
    ]
    expect(listed.rows.map(({ kind }) => kind).toSorted()).toEqual(['prescription', 'proof'])
    for (const statement of rows) await sql.raw(statement).execute(session)
  })

  expect(await rowsWith('Rosamunda')).toEqual({})
  expect(Object.keys(await rowsWith(gone.id)).toSorted()).toEqual(['audit_entries', 'orders', 'users'])
  expect(await rowsWith('Leonor')).toEqual(before)
  expect((await accounts()).rows).toEqual(soldBefore)
  const login = await send(userCalls.login, { body: { email: 'rosamunda@correo.cl', password: PASSWORD } })
  expect(login).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
})
