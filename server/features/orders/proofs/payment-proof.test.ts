import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { boardCalls } from '#contract/board.ts'
import { fulfilmentCalls } from '#contract/fulfilment.ts'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { erase } from '#tests/erasure.ts'
import { makeOrder, makeUser, PASSWORD } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { collectMails } from '#tests/mailbox.ts'
import { exportPerson } from '../../people-data/export-person.ts'
import { queueUnpaidMails } from './unpaid-orders.ts'

const app = await createTestApp()
const { database, images, send } = app
const audit = openAuditTrail(database)
const { token } = await makeUser(database, { role: 'Administrador', name: 'Jefa' })

const REASON = 'El monto no es el total del pedido.'

/** Pictures that differ, one for each proof. */
const pictures = await Promise.all([80, 81, 82].map((width) => image('png', { width })))

const upload = (id: string, as: string, picture = 0) =>
  send(orderCalls.uploadProof, { form: multipart({ id }, ['photo', pictures[picture]!]), token: as })
const reject = (id: string, file: string, { reason = REASON, as = token } = {}) =>
  send(fulfilmentCalls.rejectProof, { params: { id }, body: { file, reason }, token: as })
const check = (id: string, file?: string) =>
  send(fulfilmentCalls.markProof, { params: { id }, body: { checked: true, file }, token })
const read = async (id: string, as = token) =>
  (await send(orderCalls.getOrder, { params: { id }, token: as })).body.data
const see = (file: string, as: string) => send(orderCalls.proofImage, { params: { file }, token: as })
const mailsAbout = async ({ number }: { number: number }) =>
  (await collectMails(app)).filter(({ subject }) => subject.endsWith(`tu pedido N° ${number}`))

/** An order whose customer has sent a proof. */
async function makePaid(values: Omit<Parameters<typeof makeOrder>[1], 'userId'> = {}) {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, ...values })
  await upload(order.id, customer.token)
  const { payment } = await read(order.id)
  return { ...order, customer, payment }
}

test('the customer of a rejected proof gets the reason by mail, sees that proof in the timeline, and sends another one', async () => {
  const order = await makePaid({ total: 24_691, email: 'otra@correo.cl' })
  const { id, number, customer, payment } = order
  const openTasks = async () => (await send(boardCalls.readOpenTasks, { token })).body.data.proofsToCheck
  const waiting = await openTasks()
  await audit.clear()
  expect(await reject(id, payment)).toMatchObject({
    status: 200,
    body: { message: 'Le pedimos otro comprobante al cliente.' },
  })
  expect(await openTasks()).toBe(waiting - 1)
  expect(await audit.entries()).toMatchObject([
    { action: 'order.proof-rejected', kind: 'order', id, label: `Pedido N° ${number}`, after: null },
  ])
  const [mail, ...others] = await mailsAbout(order)
  expect(others).toEqual([])
  expect(mail!.headers.to).toContain('otra@correo.cl')
  for (const part of [REASON, '$24.691', `Pedido ${number}`, `/finalizar-compra?pedido=${id}`])
    expect(mail!.text).toContain(part)

  const own = await read(id, customer.token)
  expect(own).toMatchObject({ payment: '', status: 'pending' })
  expect(own.timeline).toEqual([
    { kind: 'placed', at: expect.any(String) },
    { kind: 'proof', at: expect.any(String) },
    { kind: 'proof-rejected', at: expect.any(String), reason: REASON, file: payment },
  ])
  expect((await read(id)).timeline.at(-1)).toMatchObject({ kind: 'proof-rejected', by: 'Jefa Soto' })
  // The rejected proof stays private.
  expect((await see(payment, customer.token)).status).toBe(200)
  expect((await see(payment, token)).status).toBe(200)
  expect((await see(payment, (await makeUser(database)).token)).status).toBe(404)

  expect((await upload(id, customer.token, 1)).status).toBe(200)
  const again = await read(id)
  expect(again.payment).not.toBe(payment)
  expect(again.timeline.map(({ kind }) => kind)).toEqual(['placed', 'proof', 'proof-rejected', 'proof'])
  expect(again.staff).toMatchObject({ proofCheckedAt: null, sameAsRejected: false })
  expect(await openTasks()).toBe(waiting)
  expect((await upload(id, customer.token, 2)).body.code).toBe('PROOF_EXISTS')
  expect((await check(id, again.payment)).status).toBe(200)
})

test('points out the same picture sent again, to staff only', async () => {
  const { id, customer, payment } = await makePaid()
  await reject(id, payment)
  await upload(id, customer.token)
  expect((await read(id)).staff).toMatchObject({ sameAsRejected: true, sameProof: [] })
  expect((await read(id, customer.token)).staff).toBeNull()
})

test('refuses a rejection by customers, without a reason, of an unseen, checked or missing proof, and for closed orders', async () => {
  const { id, customer, payment } = await makePaid()
  expect((await reject(id, payment, { as: customer.token })).status).toBe(403)
  expect((await reject(crypto.randomUUID(), payment)).status).toBe(404)
  expect(await reject(id, payment, { reason: '  ' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'reason' }] },
  })
  expect((await reject(id, 'otra.webp')).body.code).toBe('PROOF_CHANGED')
  expect((await check(id, 'otra.webp')).body.code).toBe('PROOF_CHANGED')
  await check(id, payment)
  expect((await reject(id, payment)).body.code).toBe('PROOF_CHANGED')
  await database.updateTable('orders').set({ status: 'delivered' }).where('id', '=', id).execute()
  expect((await reject(id, payment)).body.code).toBe('ORDER_CLOSED')
  expect((await upload(id, customer.token)).body.code).toBe('PROOF_EXISTS')
  const unpaid = await makeOrder(database, { userId: customer.id })
  expect((await reject(unpaid.id, payment)).body.code).toBe('NO_PROOF')
  expect(await read(id)).toMatchObject({ payment })
  expect(await mailsAbout(await read(id).then(({ nro_delivery }) => ({ number: nro_delivery })))).toEqual([])
})

test('when a customer uploads again while several staff decide, one decision counts, and nobody decides about the unseen new proof', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, customer, payment, ...order } = await makePaid()
    await audit.clear()
    const uploadTwice = async () => [await upload(id, customer.token, 1), await upload(id, customer.token, 2)]
    const [decisions, uploads] = await Promise.all([
      Promise.all(
        [
          () => reject(id, payment),
          () => check(id, payment),
          () => reject(id, payment, { reason: 'La imagen no se lee bien.' }),
          () => check(id, payment),
        ].map((_, index, acts) => acts[(index + round) % acts.length]!()),
      ),
      Promise.all([uploadTwice(), uploadTwice(), uploadTwice()]).then((answers) => answers.flat()),
    ])
    const accepted = uploads.filter(({ status }) => status === 200)
    for (const { status, body } of uploads)
      if (status !== 200) expect(body).toMatchObject({ code: 'PROOF_EXISTS' })
    for (const { status, body } of decisions)
      if (status !== 200) expect(['NO_PROOF', 'PROOF_CHANGED']).toContain((body as { code: string }).code)
    const { timeline, staff, payment: current } = await read(id)
    const kinds = timeline.map(({ kind }) => kind)
    const actions = (await audit.entries()).map(({ action }) => action)
    const rejected = kinds.includes('proof-rejected')
    if (rejected) {
      expect(accepted.length).toBeLessThanOrEqual(1)
      expect(kinds.slice(0, 3)).toEqual(['placed', 'proof', 'proof-rejected'])
      expect(kinds.slice(3)).toEqual(accepted.length === 1 ? ['proof'] : [])
      expect([current === '', staff?.proofCheckedAt]).toEqual([accepted.length === 0, null])
      expect(actions).toEqual(['order.proof-rejected'])
      expect((await upload(id, customer.token, 1)).status).toBe(accepted.length === 1 ? 409 : 200)
    } else {
      expect(accepted).toEqual([])
      expect([current, kinds]).toEqual([payment, ['placed', 'proof', 'proof-checked']])
      expect(actions).toEqual(['order.proof-checked'])
    }
    const { rows } = await sql`
      select from mails where message ->> 'kind' = 'proof-rejected' and message ->> 'orderId' = ${id}`.execute(
      database,
    )
    expect({ round, number: order.number, mails: rows.length }).toEqual({
      ...{ round, number: order.number },
      mails: rejected ? 1 : 0,
    })
  }
})

test('sends no mail to a customer who has already sent another proof, and none about an unpaid order after a rejection', async () => {
  const [sent, waits] = [await makePaid({ hours: 49 }), await makePaid({ hours: 49 })]
  for (const { id, payment } of [sent, waits]) await reject(id, payment)
  await upload(sent.id, sent.customer.token, 1)
  await queueUnpaidMails(database)
  expect(await mailsAbout(sent)).toEqual([])
  expect(await mailsAbout(waits)).toHaveLength(1)
  const all = await collectMails(app)
  expect(all.filter(({ subject }) => subject.includes('espera tu transferencia'))).toEqual([])
})

test('a customer whose proof was rejected can’t erase the account; the export has the proof, and an erasure by the operator removes it', async () => {
  const { id, number, customer, payment } = await makePaid()
  await reject(id, payment)
  const own = await send(accountCalls.eraseAccount, { body: { password: PASSWORD }, token: customer.token })
  expect(own.body).toMatchObject({ code: 'ORDER_PENDING', message: expect.stringContaining(`N° ${number}`) })
  const exported = await exportPerson(database, customer.email)
  expect(exported?.images).toContainEqual({
    ...{ kind: 'proof', name: payment, path: `comprobante-${number}-rechazado-1.webp` },
  })
  expect(exported?.data.pedidos).toMatchObject([{ comprobantes_rechazados: [{ motivo: REASON }] }])
  await erase(app, customer.email)
  expect(await images.read('proof', payment)).toBeNull()
  expect((await read(id)).timeline.map(({ kind }) => kind)).toEqual(['placed', 'proof', 'cancelled'])
})
