import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { image } from '#tests/images.ts'
import { encodeImage } from '../images/encode.ts'
import { imageKinds } from '../images/image-kinds.ts'

const { app, config, database, images } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })
await writeFile(join(config.dataDir, 'secreto.webp'), 'secreto')

const ROUTES = {
  user: '/api/user/image/',
  product: '/api/products/image/',
  carousel: '/api/admin/image/',
  prescription: '/api/prescription-book/image/',
  proof: '/api/cart/payment-image/',
  'order-prescription': '/api/cart/prescription-image/',
} as const
type Kind = keyof typeof ROUTES
const kinds = Object.keys(ROUTES) as Kind[]

const see = (kind: Kind, name: string) =>
  app.inject({ url: `${ROUTES[kind]}${name}`, headers: { 'x-access-token': admin.token } })

const makeRequest = (photo: string) =>
  database
    .insertInto('form_requests')
    .values({
      type_form: 'prescription-book',
      fullname: 'Ana',
      email: 'ana@correo.cl',
      message: 'Hola',
      photo,
    })
    .execute()

const makeOrder = (payment: string) => {
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  return database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: admin.id, total: 1, payment })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const makePage = async (photo: string) => {
  const { id } = await makeOrder('')
  await sql`insert into order_prescriptions (order_id, page, photo) values (${id}, 1, ${photo})`.execute(
    database,
  )
}

test.each(kinds)('an image without a row is shown only where its kind is public: %s', async (kind) => {
  const name = await images.put(kind, await encodeImage(kind, await image()))
  expect((await see(kind, name)).statusCode).toBe(imageKinds[kind].access === 'private' ? 404 : 200)
})

test.each(kinds)('no name below the URL of %s images reaches another folder', async (kind) => {
  for (const name of [
    '../secreto.webp',
    '..%2fsecreto.webp',
    '..%2f..%2fsecreto.webp',
    '%2e%2e%2f%2e%2e%2fsecreto.webp',
    '..%5c..%5csecreto.webp',
    '..%252fsecreto.webp',
    `${encodeURIComponent(join(config.dataDir, 'secreto.webp'))}`,
    'secreto.webp%00.png',
    '%00',
    '%E0%A4%A',
    'a'.repeat(5_000),
    '%20',
    'user-icon.png%2f..',
  ]) {
    const { statusCode, body } = await see(kind, name)
    expect([name, [400, 404].includes(statusCode)]).toEqual([name, true])
    expect(body).not.toContain('secreto')
  }
})

test.each(kinds)('a %s image is served below the URL of its own kind only', async (kind) => {
  const name = await images.put(kind, await encodeImage(kind, await image()))
  // Prescriptions and payment proofs are found through their rows.
  if (kind === 'prescription') await makeRequest(name)
  if (kind === 'proof') await makeOrder(name)
  if (kind === 'order-prescription') await makePage(name)
  expect((await see(kind, name)).statusCode).toBe(200)
  for (const other of kinds.filter((name) => name !== kind))
    expect((await see(other, name)).statusCode).toBe(404)
})
