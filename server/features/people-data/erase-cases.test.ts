import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { isId } from '#server/refusals/refusal.ts'
import { createTestApp } from '#tests/app.ts'
import { anonymousOrders, erase, expectNoTrace, traces } from '#tests/erasure.ts'
import { makeLastingPrescription, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { filesIn } from '#tests/image-stores.ts'
import { image } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'
import { collectMails } from '#tests/mailbox.ts'
import {
  fillCart,
  makePerson,
  orderCart,
  placeOrder,
  saveProfile,
  uploadPage,
  uploadProof,
} from '#tests/person.ts'
import { outboxFolder } from '../../mail/outbox.ts'
import { mailQueue } from '../../mail/send-mails.ts'
import { openTransport } from '../../mail/transport.ts'
import { workOnNext } from '../../queue/queue.ts'
import { composeMail } from '../notifications/compose-mail.ts'
import { addPrescriptionPage } from '../orders/prescriptions/add-prescription-page.ts'
import { attachProof } from '../orders/proofs/payment-proof.ts'
import { exportPerson } from './export-person.ts'

const app = await createTestApp()
const { database, images, config, send } = app

test('erases the data of an e-mail that only sent forms, in any letter case', async () => {
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

test('erases the person’s details in another account’s order, which keeps its owner and its images', async () => {
  const [person, friend] = [await makePerson(app), await makePerson(app)]
  const id = await placeOrder(app, friend, person)
  await uploadProof(app, friend, id)
  await uploadPage(app, friend, id)
  await erase(app, person.email)
  await expectNoTrace(app, person)
  const order = await database.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ user_id: friend.id, name: 'Persona eliminada', address: '', email: '' })
  expect(await images.read('proof', order.payment)).not.toBeNull()
  const { rows: pages } = await sql<{ photo: string }>`
    select photo from order_prescriptions where order_id = ${id}`.execute(database)
  expect(pages).toHaveLength(1)
  expect(await images.read('order-prescription', pages[0]!.photo)).not.toBeNull()
})

test('deletes lasting prescriptions and the texts of reviews; the register keeps its texts without the account', async () => {
  const person = await makePerson(app)
  const product = await makeProduct(database, { sale_condition: 'simple' })
  const { id, order } = await makeLastingPrescription(database, { userId: person.id, products: [product] })
  await sql`
    update prescription_reviews set reason = 'Para Rosamunda', folio = 'F-1', prescribed_on = '2026-01-01' where order_id = ${order.id}`.execute(
    database,
  )
  await sql`insert into received_originals (order_id) values (${order.id})`.execute(database)
  await sql`
    insert into dispensed_prescriptions (order_id, order_number, position, product_id, patient_id, patient_name, patient_rut,
      sale_condition, product, dcm, quantity)
    values (${order.id}, ${order.number}, 1, ${product.id}, ${person.id}, ${`${person.name} ${person.lastName}`}, ${person.rut},
      'simple', ${product.tradename}, '', 1)`.execute(database)
  const exported = await exportPerson(database, person.email)
  expect(exported?.data).toMatchObject({
    recetas_para_varias_entregas: [{ prescriptor: 'Dra. Soto', entregas: 3, productos: [product.tradename] }],
    libro_de_recetas: [{ paciente: `${person.name} ${person.lastName}`, producto: product.tradename }],
  })
  expect(exported?.data.pedidos).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        numero: order.number,
        revisiones_de_receta: [expect.objectContaining({ aprobada: true, motivo: 'Para Rosamunda' })],
        receta_original_recibida: expect.any(String),
      }),
    ]),
  )
  await erase(app, person.email)
  const { rows } = await sql`
    select patient_id, patient_name, patient_rut from dispensed_prescriptions where order_id = ${order.id}`.execute(
    database,
  )
  expect(rows).toEqual([
    { patient_id: null, patient_name: `${person.name} ${person.lastName}`, patient_rut: person.rut },
  ])
  const reviews = await sql`select * from prescription_reviews where order_id = ${order.id}`.execute(database)
  expect(reviews.rows).toMatchObject([
    { approved: true, reason: '', prescriber: '', prescribed_on: null, folio: '' },
  ])
  expect(await traces(database, id)).toEqual({})
  expect(await traces(database, person.id)).toEqual({ audit_entries: expect.any(Number) })
  expect(Object.keys(await traces(database, person.rut))).toEqual(['dispensed_prescriptions'])
})

test('erases the person’s name in the imports that the account made, which stay', async () => {
  const person = await makePerson(app)
  const { id } = await makeImport(database, { actor: { id: person.id, name: person.name } })
  await erase(app, person.email)
  await expectNoTrace(app, person)
  const kept = database.selectFrom('product_imports').select(['actor_name', 'actor_id']).where('id', '=', id)
  expect(await kept.executeTakeFirst()).toEqual({ actor_name: 'Persona eliminada', actor_id: null })
})

test('removes mails about the person’s orders to another address from the outbox', async () => {
  const [person, friend] = [await makePerson(app), await makePerson(app)]
  const id = await placeOrder(app, person, friend)
  await collectMails(app)
  const ofOrder = async () =>
    (await filesIn(outboxFolder(config.dataDir))).filter((name) => name.includes(id))
  expect(await ofOrder()).toHaveLength(2)
  await erase(app, person.email)
  expect(await ofOrder()).toEqual([])
})

test('a mail that is being sent during the erasure leaves no file', async () => {
  const person = await makePerson(app)
  await collectMails(app)
  await send(accountCalls.forgotPassword, { body: { email: person.email } })
  const folder = openTransport({ ...config, smtpUrl: undefined })
  const transport: typeof folder = {
    ...folder,
    async send(mail, signal) {
      await erase(app, person.email)
      await folder.send(mail, signal)
      expect((await filesIn(outboxFolder(config.dataDir))).join()).toContain(mail.name)
    },
  }
  const errors: string[] = []
  const onError = (text: string) => errors.push(text)
  const queue = mailQueue({ database, config, compose: composeMail, transport, onError })
  expect(await workOnNext(queue)).toBe('done')
  expect(errors).toEqual([])
  await expectNoTrace(app, person)
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

test('leaves nothing behind when other calls are under way', async () => {
  for (let round = 0; round < 6; round += 1) {
    const person = await makePerson(app)
    const id = await placeOrder(app, person)
    const lines = (await fillCart(app, person)).body.data
    const [erased, ...answers] = await Promise.all([
      erase(app, person.email),
      orderCart(app, person, lines, person),
      uploadProof(app, person, id),
      uploadPage(app, person, id),
      saveProfile(app, person),
      send(userCalls.login, { body: { email: person.email, password: 'clave-de-la-persona' } }),
      fillCart(app, person),
    ])
    expect(erased.errors).toEqual([])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    await expectNoTrace(app, person)
    const { rows } = await sql<{ name: string }>`
      select photo as name from users union select payment from orders union select photo from form_requests
      union select photo from order_prescriptions`.execute(database)
    const named = new Set(rows.map(({ name }) => name.replace('.webp', '')))
    const stems = (await filesIn(join(config.dataDir, 'images'))).map((name) => name.slice(0, 32))
    expect(stems.filter((stem) => !named.has(stem))).toEqual([])
  }
})

test('doesn’t attach a proof or a page that arrives for an erased person’s order', async () => {
  const person = await makePerson(app)
  const { id } = await database
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  await erase(app, person.email)
  const before = await filesIn(join(config.dataDir, 'images'))
  const proof = { orderId: id, userId: person.id, staffId: null, bytes: await image() }
  await expect(attachProof(database, images, proof)).rejects.toMatchObject({ code: 'PROOF_EXISTS' })
  await expect(addPrescriptionPage(database, images, proof)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await filesIn(join(config.dataDir, 'images'))).toEqual(before)
})

test('refuses to erase the account that owns erased orders, or a login to it', async () => {
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

test('erases a staff account without changes of the books', async () => {
  const [admin, other] = [
    await makeUser(database, { role: 'Administrador' }),
    await makeUser(database, { role: 'Administrador' }),
  ]
  const before = await anonymousOrders(app)
  expect(await erase(app, admin.email)).toMatchObject({ accounts: 1, orders: 0 })
  expect(await anonymousOrders(app)).toEqual(before)
  expect(await traces(database, admin.id)).toEqual({ audit_entries: 1 })
  expect((await send(userCalls.listUsers, { query: {}, token: other.token })).status).toBe(200)
})
