import { rmSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { carouselCalls } from '#contract/carousel.ts'
import { cartCalls } from '#contract/cart.ts'
import { connectionCalls } from '#contract/connections.ts'
import { fulfilmentCalls } from '#contract/fulfilment.ts'
import { importCalls } from '#contract/imports.ts'
import { lotCalls } from '#contract/lots.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls, salesBookCalls } from '#contract/payments.ts'
import { preferenceCalls } from '#contract/preferences.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import { productCalls } from '#contract/products.ts'
import { reminderCalls } from '#contract/reminders.ts'
import { requestCalls } from '#contract/requests.ts'
import { userCalls } from '#contract/users.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { createTestApp } from '#tests/app.ts'
import { backUp, makeBackupsFolder, restore, rowsOf } from '#tests/backups.ts'
import {
  makeCategory,
  makeCoupon,
  makePickup,
  makeProduct,
  makeUser,
  makeZone,
  PASSWORD,
  SHIPPING,
} from '#tests/factories.ts'
import { filesIn } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'
import { startS3 } from '#tests/s3.ts'
import { makeTransfer } from '#tests/transfers.ts'
import { hashToken, issueToken } from '../http/tokens.ts'
import { storeImage } from '../images/store-image.ts'
import { tablePath } from './manifest.ts'
import { checkBackup } from './restore-backup.ts'

const shelf = await makeBackupsFolder()
let made = 0
const newFolder = () => {
  made += 1
  return join(shelf, `respaldo-${made}`)
}

/** Every separator that could break a line-based file. */
const AWKWARD =
  'Comillas " y \\ barras,\nuna línea,\r\notra\u2028y otra\u2029, {"a":[1]}, 💊, \u0001\t, ñandú'

const shop = await createTestApp()
const { database, images, send } = shop
const admin = await makeUser(database, { role: 'Administrador' })

async function buy(product: string, quantity: number, choices: object = {}) {
  const { id, token } = await makeUser(database)
  const items = [{ productId: product, quantity }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const details = { ...SHIPPING, id, products: body.data, ...choices }
  const placed = await send(orderCalls.createOrder, { body: details, token })
  expect(placed.status).toBe(201)
  return { id, token, ...placed.body.data }
}

/** A statement with an undecided transfer, and one that pays a cancelled order, whose money was given back. */
async function fillPayments(productId: string) {
  const { rows } = await sql<{ id: string }>`
    insert into bank_statements (bank, account, file_name, actor_id, actor_name, first_day, last_day, credits, repeated, gaps, refused)
    values ('estado', '123', ${AWKWARD}, ${admin.id}, 'Ana Soto', '2026-11-01', '2026-11-30', 2, 0, '[{"after": "01-11-2026 Año", "missing": -5}]',
      ${JSON.stringify([{ row: 3, column: 'Abono', value: AWKWARD, reason: 'No es un monto.' }])}) returning id`.execute(
    database,
  )
  const statementId = rows[0]!.id
  const { token } = admin
  await makeTransfer(database, { amount: 500, description: AWKWARD, statementId })
  const id = await makeTransfer(database, {
    amount: 1_990,
    description: AWKWARD,
    document: '0012',
    statementId,
  })
  const { _id: order } = await buy(productId, 1)
  await send(paymentCalls.matchPayment, { params: { id }, body: { orders: [order] }, token })
  await send(orderCalls.updateOrderStatus, { body: { id: order, state: 'cancelled' }, token })
  await send(salesBookCalls.markReturned, { body: { order, returned: true }, token })
}

/** A receipt of a lot, a delivered order of it, and a recall. */
async function fillLots() {
  const { id: productId } = await makeProduct(database, { stock: 0 })
  const { token } = admin
  const lines = [{ productId, lot: 'A-1', expires: '2099-08', units: 3 }]
  await send(lotCalls.receiveGoods, { body: { supplier: AWKWARD, lines }, token })
  const { _id: id } = await buy(productId, 1)
  await send(orderCalls.updateOrderStatus, { body: { id, state: 'delivered' }, token })
  await send(lotCalls.createRecall, { body: { productId, lots: null, reason: AWKWARD }, token })
}

/** Makes rows in every table, most of them through the API. */
async function fillShop() {
  const photo = await image()
  const product = await makeProduct(database, { tradename: 'Losartán 50 mg', stock: 100, discount: 12.5 })
  await storeImage(images, { kind: 'product', bytes: photo }, (name) =>
    database.updateTable('products').set({ photo: name }).where('id', '=', product.id).execute(),
  )
  const { id: cream } = await makeProduct(database)
  const zone = await makeZone(database, { communes: ['13120'], days: AWKWARD })
  const { code: coupon } = await makeCoupon(database, { categories: [await makeCategory(database)], uses: 5 })
  await buy(cream, 1, { coupon, delivery: { zone: zone.id, commune: '13120' } })
  const pickup = await makePickup(database, { hours: AWKWARD })
  await buy(cream, 1, { delivery: { pickup: pickup.id }, recipient: { name: 'Luz Soto', rut: '12345678-5' } })
  await fillLots()
  const buyer = await buy(product.id, 3)
  const { id: order } = await database
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const proof = multipart({ id: order }, ['photo', photo])
  await send(orderCalls.uploadProof, { form: proof, token: buyer.token })
  const { body: sent } = await send(orderCalls.getOrder, { params: { id: order }, token: admin.token })
  await send(fulfilmentCalls.rejectProof, {
    params: { id: order },
    body: { file: sent.data.payment, reason: AWKWARD.slice(0, 40) },
    token: admin.token,
  })
  const another = multipart({ id: order }, ['photo', photo])
  await send(orderCalls.uploadProof, { form: another, token: buyer.token })
  const page = multipart({ id: order }, ['photo', photo])
  await send(orderCalls.uploadPrescription, { form: page, token: buyer.token })
  await sql`insert into prescription_reviews (order_id, approved, reviewer_id) values (${order}, true, ${admin.id})`.execute(
    database,
  )
  await sql`insert into received_originals (order_id) values (${order})`.execute(database)
  await sql`
    with lasting as (
      insert into lasting_prescriptions (user_id, order_id, prescriber, deliveries)
      values (${buyer.id}, ${order}, ${AWKWARD}, 3) returning id
    ), items as (
      insert into lasting_prescription_items (prescription_id, equivalence, product_id)
      select id, 'losartan 50mg', ${product.id} from lasting
    )
    insert into prescription_uses (prescription_id, order_id) select id, ${order} from lasting`.execute(
    database,
  )
  await sql`
    insert into dispensed_prescriptions (order_id, order_number, position, product_id, patient_name, patient_rut, sale_condition,
      product, dcm, quantity)
    values (${order}, 1, 1, ${product.id}, ${AWKWARD}, '1-9', 'retained', 'Losartán', '', 3)`.execute(
    database,
  )
  await send(reminderCalls.setReminder, { params: { id: order }, body: { days: 30 }, token: buyer.token })
  await send(fulfilmentCalls.writeNote, {
    params: { id: order },
    body: { note: AWKWARD.slice(0, 40), seen: null },
    token: admin.token,
  })
  await issueToken(database, 'stop-reminders', buyer.id)
  await fillPayments(product.id)
  const marketing = await makeUser(database, { role: 'Marketing' })
  await sql`
    insert into second_factors (user_id, secret, confirmed_at) values (${marketing.id}, ${Buffer.from(AWKWARD)}, now())`.execute(
    database,
  )
  await sql`insert into recovery_codes (user_id, code_hash) values (${marketing.id}, ${Buffer.from(AWKWARD)})`.execute(
    database,
  )
  await sql`insert into second_factor_roles (role) values ('Marketing')`.execute(database)
  await database
    .insertInto('cart_lines')
    .values({ user_id: buyer.id, product_id: product.id, quantity: 2 })
    .execute()
  await database
    .insertInto('user_interests')
    .values({ user_id: buyer.id, category_id: await makeCategory(database) })
    .execute()
  const contact = { fullname: 'Ana Soto', email: 'ana@correo.cl', message: AWKWARD }
  expect((await send(requestCalls.createContactRequest, { body: contact })).status).toBe(201)
  await sql`
    insert into request_answers (request_id, author_id, subject, message)
    select id, ${admin.id}, 'Respuesta', ${AWKWARD} from form_requests`.execute(database)
  const soldOut = await makeProduct(database, { stock: 0 })
  await sql`
    insert into dated_discounts (product_id, discount, starts_on, ends_on, actor_id)
    values (${soldOut.id}, 10, '2999-01-01', '2999-01-31', ${admin.id})`.execute(database)
  await database
    .insertInto('stock_alerts')
    .values({ product_id: soldOut.id, email: 'ana@correo.cl' })
    .execute()
  await send(carouselCalls.addCarouselImages, { form: multipart({}, ['files', photo]), token: admin.token })
  await send(preferenceCalls.changePreferences, {
    body: { change: 'save-view', list: '/dashboard/products', name: AWKWARD.slice(0, 20), query: 'buscar=a' },
    token: admin.token,
  })
  const { token } = admin
  await send(connectionCalls.createKey, {
    body: { name: AWKWARD.slice(0, 20), scopes: ['products:read'] },
    token,
  })
  await send(productBatchCalls.saveBatch, {
    body: { items: [{ barcode: AWKWARD.slice(0, 20), stock: 1 }] },
    headers: { 'idempotency-key': crypto.randomUUID() },
    token,
  })
  const webhook = await send(webhookCalls.createWebhook, {
    body: { url: 'https://93.184.215.14/', events: ['order.paid'] },
    token,
  })
  await send(webhookCalls.testWebhook, { params: { id: webhook.body.data._id }, token })
  await send(userCalls.adminLogin, { body: { email: admin.email, password: PASSWORD } })
  // The file is gone, and its removal hasn't been noted yet.
  await sql`insert into image_removals (kind, name) values ('user', ${`${'0'.repeat(32)}.webp`})`.execute(
    database,
  )
  await database.insertInto('purchase_quantities').values({ product_id: product.id, quantity: 12 }).execute()
  await sql`insert into sale_decisions (subject, sale_condition) values ('x | 5 mg', 'simple')`.execute(
    database,
  )
  await database
    .insertInto('remembered_columns')
    .values({ kind: 'statement', layout: 'fecha|glosa', column_key: AWKWARD, field: 'date' })
    .execute()
  await sql`
    insert into merged_names (id, name, fields, category_id, products, merges)
    values (gen_random_uuid(), ${AWKWARD}, '{"status": true}', ${await makeCategory(database, 'Unida')}, array[${product.id}::uuid], '{}')`.execute(
    database,
  )
  await database
    .insertInto('import_names')
    .values({ source: 'x', identity: AWKWARD, product_id: product.id })
    .execute()
  await sql`insert into given_codes default values`.execute(database)
  const imported = await makeImport(database, {
    ...{ fileName: AWKWARD, actor: { id: admin.id, name: 'Ana Soto' } },
    changes: [{ id: product.id, fields: { cost: 2_990, dcm: AWKWARD } }],
    refused: [{ sheet: 'Hoja1', row: 2, cells: [AWKWARD] }],
  })
  await sql`
    with key as (
      insert into connection_keys (name, scopes, key_hash) values (${AWKWARD}, '{stock:write}', '\x01') returning id
    )
    insert into batch_answers (actor_id, idempotency_key, body_digest, answer) select id, 'a', '\x02', '[]' from key`.execute(
    database,
  )
  const preview = await makeImport(database, { state: 'preview' })
  await sql`
    insert into product_import_rows (import_id, place, content)
    values (${preview.id}, 0, ${JSON.stringify({ sheet: AWKWARD })})`.execute(database)
  return { ...product, import: imported.id }
}
const product = await fillShop()

test('a restored shop has every row and image, accepts logins, and continues its numbers', async () => {
  const before = await rowsOf(database)
  expect(
    Object.entries(before).filter(
      ([n, rows]) => rows.length === 0 && !/workbook_head|product_import/.test(n),
    ),
  ).toEqual([])
  const folder = newFolder()
  // AVIF versions are made again: a backup leaves them out.
  const { body: shown } = await send(productCalls.getProduct, { params: { id: product.id } })
  await images.putAvif('product', shown.data.photo ?? '', 160, Buffer.from('avif'))
  const manifest = await backUp(shop, folder)
  expect(manifest.images).toMatchObject({ store: 'disk', missing: 0 })

  const other = await createTestApp()
  await restore(folder, other)
  expect(await rowsOf(other.database)).toEqual(before)
  const imagesOf = (dataDir: string) => filesIn(join(dataDir, 'images')).then((names) => names.toSorted())
  const versions = (await imagesOf(shop.config.dataDir)).filter((file) => file.endsWith('.avif'))
  expect(versions).toHaveLength(1)
  expect([...versions, ...(await imagesOf(other.config.dataDir))].toSorted()).toEqual(
    await imagesOf(shop.config.dataDir),
  )

  const entered = await other.send(userCalls.adminLogin, { body: { email: admin.email, password: PASSWORD } })
  expect(entered.status).toBe(200)
  const { body } = await other.send(productCalls.getProduct, { params: { id: product.id } })
  const photo = { params: { photo: body.data.photo }, query: {} }
  const [here, there] = [
    await send(productCalls.productImage, photo),
    await other.send(productCalls.productImage, photo),
  ]
  expect(there.status).toBe(200)
  expect(there.body).toEqual(here.body)

  // An import from before can be undone, and its products have their barcodes.
  const { body: undone } = await other.send(importCalls.undoImport, {
    params: { id: product.import },
    token: entered.body.token,
  })
  expect(undone.data).toEqual({ restored: 1, removed: 0, left: [] })
  const restored = await other.send(productCalls.getProduct, { params: { id: product.id } })
  expect(restored.body.data).toMatchObject({ cost: product.cost, dcm: '' })
  const { barcode } = product
  await expect(makeProduct(other.database, { barcode: `0${barcode}` })).rejects.toThrow('product_barcodes')

  // Triggers are enabled again, and no order number is used twice.
  const buyer = await makeUser(other.database)
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  const order = await other.database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: buyer.id, total: 1 })
    .returning('number')
    .executeTakeFirstOrThrow()
  expect(order.number).toBe((await buy(product.id, 1)).nro_delivery)
})

test('a backup leaves out sessions, known and remembered devices, tickets, recovery links and rate limits', async () => {
  const { id } = await makeUser(database)
  for (const purpose of ['password-reset', 'login-ticket', 'remembered-device', 'known-device'] as const)
    await issueToken(database, purpose, id)
  const link = await issueToken(database, 'stop-reminders', id)
  const folder = newFolder()
  const manifest = await backUp(shop, folder)
  const tokens = gunzipSync(await readFile(join(folder, tablePath('tokens')))).toString()
  const own = tokens.split('\n').filter((line) => line.includes(id))
  expect(own.map((line) => JSON.parse(line).token_hash)).toEqual([`\\x${hashToken(link).toString('hex')}`])
  const all = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(database)
  const included = manifest.tables.map(({ name }) => name)
  expect(
    all.rows
      .map(({ name }) => name)
      .filter((name) => !included.includes(name))
      .toSorted(),
  ).toEqual(['backup_state', 'compatible_migrations', 'kysely_migration', 'rate_limits', 'sessions'])
})

test('a backup taken while orders are placed is consistent', async () => {
  const products = [await makeProduct(database, { stock: 500 }), await makeProduct(database, { stock: 500 })]
  const acknowledged: number[] = []
  let selling = true
  const sell = async (buyer: number) => {
    while (selling) acknowledged.push((await buy(products[buyer % 2]!.id, 1 + (buyer % 3))).nro_delivery)
  }
  const buyers = Promise.all([0, 1, 2, 3].map(sell))
  await vi.waitUntil(() => acknowledged.length >= 10, { timeout: 10_000 })
  const sold = [...acknowledged]
  const folder = newFolder()
  await backUp(shop, folder).finally(() => {
    selling = false
  })
  await buyers
  expect(acknowledged.length).toBeGreaterThan(sold.length)

  const other = await createTestApp()
  await restore(folder, other)
  const [here, there] = [await rowsOf(database), await rowsOf(other.database)]
  for (const table of ['orders', 'order_lines'])
    expect(here[table], table).toEqual(expect.arrayContaining(there[table]!))
  const orders = there.orders!.map((line) => JSON.parse(line))
  expect(orders.map(({ number }) => number)).toEqual(expect.arrayContaining(sold))
  for (const { id } of products) {
    const { rows } = await sql<{ stock: number; held: number }>`
      select stock, (select coalesce(sum(quantity), 0)::int from order_lines where product_id = p.id) as held
      from products p where id = ${id}`.execute(other.database)
    expect(rows[0]!.stock + rows[0]!.held).toBe(500)
  }
  const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from orders o where not exists (select from order_lines where order_id = o.id)) as empty,
      (select count(*)::int from orders) * 2
        - (select count(*)::int from mails where message->>'kind' in ('order-received', 'order-for-pharmacy')) as unmailed`.execute(
    other.database,
  )
  expect(rows[0]).toEqual({ empty: 0, unmailed: 0 })
})

test('a backup has an image that was replaced while the rows were read', async () => {
  const { id } = await makeProduct(database)
  const late = await storeImage(images, { kind: 'product', bytes: await image('png') }, async (photo) => {
    await database.updateTable('products').set({ photo }).where('id', '=', id).execute()
    return photo
  })
  const files = (await readdir(join(shop.config.dataDir, 'images'), { recursive: true })).filter((path) =>
    path.includes(late.replace('.webp', '')),
  )
  expect(files).toHaveLength(5)
  const folder = newFolder()
  const log = () => {
    for (const file of files) rmSync(join(shop.config.dataDir, 'images', file), { force: true })
  }
  const manifest = await backUp(shop, folder, log)
  expect(gunzipSync(await readFile(join(folder, tablePath('products')))).toString()).toContain(late)
  expect(manifest.images).toMatchObject({ missing: 0 })
  expect(await readdir(join(folder, 'images'), { recursive: true })).toEqual(expect.arrayContaining(files))

  // The next backup can't have it and counts it as missing.
  expect((await backUp(shop, newFolder())).images).toMatchObject({ missing: 1 })
  await database.updateTable('products').set({ photo: '' }).where('id', '=', id).execute()
})

test('a backup is readable by its owner only, and never overwrites files', async () => {
  const folder = newFolder()
  await backUp(shop, folder)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const again = backUp(shop, folder)
  await expect(again).rejects.toThrow('ya existe')

  const broken = newFolder()
  const fail = () => {
    throw new Error('cut short')
  }
  await expect(backUp(shop, broken, fail)).rejects.toThrow('cut short')
  await expect(stat(broken)).rejects.toThrow('ENOENT')
  expect((await readdir(shelf)).filter((name) => name.includes('.part-'))).toEqual([])
})

test('restores images of the disk into an S3-compatible store, and leaves that store’s images out of its backups', async () => {
  const folder = newFolder()
  await backUp(shop, folder)
  const { env, folder: bucket } = await startS3()
  const other = await createTestApp(env)
  await restore(folder, other)
  expect((await filesIn(bucket)).length).toBeGreaterThan(0)
  const { body } = await other.send(productCalls.getProduct, { params: { id: product.id } })
  const image = await other.send(productCalls.productImage, { params: { photo: body.data.photo }, query: {} })
  expect(image.status).toBe(200)

  const second = newFolder()
  const manifest = await backUp(other, second)
  expect(manifest.images).toEqual({ store: 's3', endpoint: env.S3_ENDPOINT, bucket: 'botica' })
  await expect(checkBackup(second, shop.config)).rejects.toThrow('están en el bucket botica')
  await expect(checkBackup(second, other.config)).resolves.toBeDefined()
})
