import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestCalls } from '#contract/requests.ts'
import { deleteExpiredRows } from '#server/hourly-sweep.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { erase, traces } from '#tests/erasure.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { exportPerson } from '../people-data/export-person.ts'
import { expirePrescriptions } from './expire-prescriptions.ts'

const app = await createTestApp()
const { database, send } = app
const { entries } = openAuditTrail(database)
const makeAdmin = (name: string) => makeUser(database, { role: 'Administrador', name })
const admin = await makeAdmin('Julia')
const { token } = admin
const unknown = '0190a000-0000-7000-8000-000000000000'

async function makeRequest(values: { photo?: string; created_at?: Date; email?: string } = {}) {
  const number = unique()
  return database
    .insertInto('form_requests')
    .values({
      ...{ type_form: 'prescription-book', fullname: `Rosa Cremas`, email: `rosa${number}@correo.cl` },
      ...{ product: 'Crema', message: 'Adjunto la receta.', phone: '912345678' },
      ...values,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

const mark = (id: string, answered: boolean, by = token) =>
  send(requestCalls.markRequest, { params: { id }, body: { answered }, token: by })
const ANSWER = { subject: 'Respuesta a tu solicitud', message: 'Hola Rosa:\n\nCuesta $12.990.\nSaludos.' }
const answer = (id: string, { body = ANSWER, key = '', by = token } = {}) =>
  send(requestCalls.answerRequest, {
    params: { id },
    body,
    token: by,
    headers: key ? { 'idempotency-key': key } : {},
  })
const answersOf = async (id: string) =>
  (await send(requestCalls.listAnswers, { params: { id }, token })).body.data
const list = (query: object) => send(requestCalls.listRequests, { query, token })

test('marks a request as answered, with person and time, and as unanswered again', async () => {
  const { id, email } = await makeRequest()
  const other = await makeRequest()
  expect((await list({ search: 'rosa', answered: 'false' })).body.total).toBe(2)
  expect(await mark(id, true)).toMatchObject({
    status: 200,
    body: {
      message: 'La solicitud quedó como respondida.',
      data: { _id: id, email, answeredBy: 'Julia Soto', answeredAt: expect.stringMatching(/Z$/), answers: 0 },
    },
  })
  // A second mark keeps the person of the first.
  await mark(id, true, (await makeAdmin('Otra')).token)
  const { body: answered } = await list({ answered: 'true', page: 1 })
  expect(answered).toMatchObject({ data: [{ _id: id, answeredBy: 'Julia Soto' }], total: 1 })
  const { body: unanswered } = await list({ answered: 'false', page: 1 })
  expect(unanswered).toMatchObject({ data: [{ _id: other.id, answeredAt: null, answeredBy: '' }], total: 1 })
  expect((await mark(id, false)).body.data).toMatchObject({ answeredAt: null, answeredBy: '' })
  expect((await list({ answered: 'false' })).body.total).toBe(2)
  const label = expect.stringMatching(/^Solicitud del \d{4}-\d\d-\d\d$/)
  const entry = { action: 'request.answered', kind: 'form-request', id, label }
  expect(await entries()).toEqual([
    { ...entry, before: { answered: false }, after: { answered: true } },
    { ...entry, before: { answered: true }, after: { answered: false } },
  ])
})

test('several requests are marked as answered by one call, all or none, each with its own audit entry', async () => {
  const [one, two] = [await makeRequest(), await makeRequest()]
  const many = (ids: string[], by = token) => send(requestCalls.markRequests, { body: { ids }, token: by })
  const answeredOf = async () => {
    const { data } = (await list({})).body
    return [one, two].map(({ id }) => data.find(({ _id }: { _id: string }) => _id === id)?.answeredBy)
  }
  expect((await many([one.id, crypto.randomUUID()])).status).toBe(404)
  expect(await answeredOf()).toEqual(['', ''])
  await mark(two.id, true, (await makeAdmin('Otra')).token)
  const before = (await entries()).length
  expect(await many([one.id, two.id, one.id])).toMatchObject({
    status: 200,
    body: { message: '2 solicitudes quedaron respondidas.' },
  })
  // A second mark keeps the person of the first.
  expect(await answeredOf()).toEqual(['Julia Soto', 'Otra Soto'])
  expect((await entries()).slice(before)).toMatchObject([
    { action: 'request.answered', id: one.id, before: { answered: false }, after: { answered: true } },
  ])
  expect((await many([])).status).toBe(400)
})

test('an answer is mailed, kept with the request, and marks it', async () => {
  const { id, email } = await makeRequest()
  const sent = await answer(id)
  expect(sent).toMatchObject({
    status: 201,
    body: { message: 'Tu respuesta va en camino.', data: { answeredBy: 'Julia Soto', answers: 1 } },
  })
  const kept = { ...ANSWER, author: 'Julia Soto', createdAt: expect.stringMatching(/Z$/) }
  expect(await answersOf(id)).toMatchObject([{ ...kept, delivery: 'queued' }])
  const mails = (await collectMails(app)).filter(({ headers }) => headers.to?.includes(email))
  expect(mails).toMatchObject([
    { subject: ANSWER.subject, headers: { 'reply-to': expect.stringContaining('contacto@') } },
  ])
  expect(mails[0]?.text).toContain(ANSWER.message)
  expect(mails[0]?.html).toContain('white-space:pre-line')
  // The mail doesn't quote the form's own text.
  expect(mails[0]?.text).not.toContain('Adjunto la receta')
  expect(await answersOf(id)).toMatchObject([{ delivery: 'sent' }])
  // The queue deletes its mails after 30 days.
  await sql`update mails set queued_at = now() - interval '31 days'`.execute(database)
  expect((await deleteExpiredRows(database))['registros de correos']).toBeGreaterThan(0)
  expect(await answersOf(id)).toMatchObject([{ delivery: 'sent' }])
})

test('shows the state of an answer’s mail: queued, retrying and failed', async () => {
  const { id } = await makeRequest()
  await answer(id)
  const set = (change: object) =>
    database.updateTable('mails').set(change).where(sql<boolean>`message ->> 'requestId' = ${id}`).execute()
  await set({ attempts: 1 })
  expect(await answersOf(id)).toMatchObject([{ delivery: 'retrying' }])
  await set({ attempts: 10, due_at: null })
  expect(await answersOf(id)).toMatchObject([{ delivery: 'failed' }])
  await sql`update mails set queued_at = now() - interval '31 days'`.execute(database)
  await deleteExpiredRows(database)
  expect(await answersOf(id)).toMatchObject([{ delivery: 'failed' }])
})

test('an answer that is sent twice with one key is one answer and one mail', async () => {
  const { id } = await makeRequest()
  const twice = await Promise.all([answer(id, { key: 'a' }), answer(id, { key: 'a' })])
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  await answer(id, { key: 'b' })
  expect(await answersOf(id)).toHaveLength(2)
  const { rows } = await sql`select from mails where message ->> 'requestId' = ${id}`.execute(database)
  expect(rows).toHaveLength(2)
})

test.each([
  ['subject', { subject: ' ' }, 'Este campo es obligatorio.'],
  ['subject', { subject: 'Hola\r\nBcc: otra@correo.cl' }, 'El asunto debe estar en una línea.'],
  ['message', { message: 'Hola' }, 'Debe contener al menos 10 caracteres.'],
])('an answer names its field %s in %o, and sends nothing', async (path, changes, message) => {
  const { id } = await makeRequest()
  const refused = await answer(id, { body: { ...ANSWER, ...changes } })
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
  expect(await answersOf(id)).toEqual([])
})

test('unknown requests are answered with 404, and only administrators answer', async () => {
  for (const id of [unknown, 'x'])
    for (const { status } of [
      await mark(id, true),
      await answer(id),
      await send(requestCalls.listAnswers, { params: { id }, token }),
    ])
      expect(status).toBe(404)
  const { id } = await makeRequest()
  const marketing = await makeUser(database, { role: 'Marketing' })
  expect((await mark(id, true, marketing.token)).status).toBe(403)
  expect((await answer(id, { by: marketing.token })).status).toBe(403)
})

test('the answers are in the person’s export and are erased with the request; their author’s erasure leaves them', async () => {
  const author = await makeAdmin('Autora')
  const person = `persona${unique()}@correo.cl`
  const { id } = await makeRequest({ email: person })
  await answer(id, { by: author.token })
  await collectMails(app)
  const { data } = (await exportPerson(database, person))!
  expect(data).toMatchObject({
    solicitudes: [
      { respondida: expect.any(String), respuestas: [{ asunto: ANSWER.subject, mensaje: ANSWER.message }] },
    ],
    correos: [{ tipo: 'Respuesta a una solicitud' }],
  })
  await erase(app, author.email)
  expect(await answersOf(id)).toMatchObject([{ author: '', delivery: 'sent' }])
  expect((await list({ search: 'rosa', page: 1, pageSize: 1 })).body.data).toMatchObject([
    { _id: id, answeredAt: expect.any(String), answeredBy: '' },
  ])
  await erase(app, person)
  expect(await traces(database, id)).toEqual({ audit_entries: 1 })
  expect(await traces(database, person)).toEqual({})
})

test('a prescription’s image expires some days after the answer or, without an answer, after its upload', async () => {
  const old = new Date(Date.now() - 100 * 86_400_000)
  const requests = [
    await makeRequest({ photo: 'a.webp', created_at: old }),
    await makeRequest({ photo: 'b.webp', created_at: old }),
  ]
  await mark(requests[0]!.id, true)
  expect(await expirePrescriptions(database, 90)).toBe(1)
  const { rows } = await sql<{ photo: string }>`
    select photo from form_requests where id = any(${requests.map(({ id }) => id)}::uuid[]) order by id`.execute(
    database,
  )
  expect(rows).toEqual([{ photo: 'a.webp' }, { photo: '' }])
})
