import { describe, expect, test } from 'vitest'
import { HONEYPOT_FIELD, requestCalls } from '#contract/requests.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'

const apps = await appsOnEachStore()

const contact = (changes: object = {}) => ({
  fullname: "Ana María O'Higgins-Soto",
  email: `Ana${unique()}@Correo.CL`,
  message: '¿Tienen vitamina C en gotas?',
  ...changes,
})
const prescription = (changes: Record<string, string> = {}) => ({
  fullname: 'Íñigo Núñez',
  phone: '912345678',
  email: `inigo${unique()}@correo.cl`,
  product: 'Crema de urea 20 %',
  message: 'Necesito 100 gramos al mes.',
  typeForm: 'prescription-book',
  ...changes,
})

describe.each(apps)('form requests, with images on $store', ({ database, send, files }) => {
  const rowOf = (email: string) =>
    database.selectFrom('form_requests').selectAll().where('email', '=', email.toLowerCase()).execute()
  const sendPrescription = (form: Record<string, string>, photo?: Buffer, name = 'receta.jpg') =>
    send(requestCalls.createPrescriptionRequest, {
      form: multipart(form, ...(photo ? [['photo', photo, name] as const] : [])),
    })

  test('a prescription is saved with its image, which only administrators can see', async () => {
    const form = prescription()
    expect(await sendPrescription(form, await image('png'), 'RECETA.PNG')).toMatchObject({
      status: 201,
      body: { message: expect.any(String) },
    })
    const [row] = await rowOf(form.email)
    expect(row).toMatchObject({ type_form: 'prescription-book', product: form.product, phone: form.phone })
    const mails = await database
      .selectFrom('mails')
      .select('message')
      .where('cause', '=', `form-received.${row!.id}`)
      .execute()
    expect(mails).toEqual([{ message: { kind: 'form-received', requestId: row!.id } }])
    const see = (token?: string) =>
      send(requestCalls.prescriptionImage, { params: { photo: row!.photo }, token })
    const admin = await makeUser(database, { role: 'Administrador' })
    expect(await see(admin.token)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' },
    })
    expect((await see((await makeUser(database)).token)).status).toBe(403)
    expect((await see()).status).toBe(401)
    const missing = { photo: `${'0'.repeat(32)}.webp` }
    expect((await send(requestCalls.prescriptionImage, { params: missing, token: admin.token })).status).toBe(
      404,
    )
  })

  test('accepts a prescription without its type, with another type and with blank fields', async () => {
    const { typeForm: _, ...plain } = prescription()
    const variants: Record<string, string>[] = [
      {},
      { typeForm: '', [HONEYPOT_FIELD]: '' },
      { typeForm: 'contact' },
    ]
    for (const fields of variants) {
      const form = { ...plain, ...fields, email: `tipo${unique()}@correo.cl` }
      expect((await sendPrescription(form, await image())).status).toBe(201)
      expect(await rowOf(form.email)).toMatchObject([
        { type_form: 'prescription-book', product: plain.product },
      ])
    }
  })

  test('a refused form leaves neither a row nor a file', async () => {
    const before = (await files()).length
    const form = prescription()
    const photo = await image()
    expect(await sendPrescription(form)).toMatchObject({ status: 400, body: { issues: [{ path: 'photo' }] } })
    expect(await sendPrescription(form, photo, 'receta.pdf')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'photo', message: 'El archivo debe ser .png, .jpg o .jpeg' }] },
    })
    expect((await sendPrescription(form, Buffer.from('<html><script>1</script>'), 'receta.jpg')).status).toBe(
      415,
    )
    expect((await sendPrescription({ ...form, message: 'corto' }, photo)).status).toBe(400)
    expect(await rowOf(form.email)).toEqual([])
    expect(await files()).toHaveLength(before)
  })

  test('a robot’s prescription gets the same answer, and neither it nor its image is saved', async () => {
    const before = (await files()).length
    const form = prescription()
    const fair = await sendPrescription(form, await image())
    const trapped = await sendPrescription(
      { ...form, email: 'robot@correo.cl', [HONEYPOT_FIELD]: 'https://x' },
      await image(),
    )
    expect(trapped).toMatchObject({ status: fair.status, body: fair.body })
    expect(await rowOf('robot@correo.cl')).toEqual([])
    expect(await files()).toHaveLength(before + 1)
  })
})

const { database, send } = apps[0]
const sendContact = (body: object) => send(requestCalls.createContactRequest, { body: contact(body) })
const rowsOf = (email: string) =>
  database.selectFrom('form_requests').selectAll().where('email', '=', email).execute()

describe('contact', () => {
  test('ignores the client’s type, image, product and phone', async () => {
    const email = `sincero${unique()}@correo.cl`
    const answer = await sendContact({ email, typeForm: 'contact', phone: '', product: '', photo: '' })
    expect(answer).toMatchObject({ status: 201, body: { message: expect.any(String) } })
    await sendContact({ email })
    await sendContact({ email, typeForm: 'prescription-book', photo: 'ajena.webp', product: 'x', phone: '1' })
    const expected = { type_form: 'contact', photo: '', product: '', phone: '' }
    expect(await rowsOf(email)).toMatchObject([expected, expected, expected])
  })

  test('a robot’s message gets the same answer, and isn’t saved', async () => {
    const email = `robot${unique()}@correo.cl`
    const [trapped, fair] = [
      await sendContact({ email, [HONEYPOT_FIELD]: 'https://x' }),
      await sendContact({ [HONEYPOT_FIELD]: '' }),
    ]
    expect(trapped).toMatchObject({ status: fair.status, body: fair.body })
    expect(await rowsOf(email)).toEqual([])
  })

  test.each([
    ['fullname', { fullname: ' ' }, 'Este campo es obligatorio.'],
    ['fullname', { fullname: 'R2D2' }, 'Debe contener solo letras.'],
    ['email', { email: 'ana@' }, 'El correo ingresado no es valido.'],
    ['email', { email: 'a@b.cl\r\nBcc: x@y.cl' }, 'El correo ingresado no es valido.'],
    ['message', { message: '' }, 'Este campo es obligatorio.'],
    ['message', { message: 'Hola' }, 'Debe contener al menos 10 caracteres.'],
    ['message', { message: 'Con un cero \0 en medio' }, 'El texto tiene caracteres no válidos.'],
  ])('names the field %s in %o', async (path, changes, message) => {
    const { status, body } = await sendContact(changes)
    expect(status).toBe(400)
    expect(body.issues).toContainEqual({ path, message })
  })

  test('too many forms with one e-mail are stopped, across both forms; other e-mails are not', async () => {
    const email = `inundador${unique()}@correo.cl`
    const answers = []
    for (let times = 0; times < 11; times += 1)
      answers.push(await sendContact({ email: email.toUpperCase() }))
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    const form = multipart(prescription({ email }), ['photo', await image()])
    expect((await send(requestCalls.createPrescriptionRequest, { form })).status).toBe(429)
    expect((await sendContact({})).status).toBe(201)
    expect(await rowsOf(email)).toHaveLength(10)
  })
})

test('too many forms from one network address are stopped before their images are read', async () => {
  const strict = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })
  const form = multipart({}, ['photo', Buffer.alloc(1_000)])
  const answers = []
  for (let times = 0; times < 31; times += 1)
    answers.push(await strict.send(requestCalls.createPrescriptionRequest, { form }))
  expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(400))
  expect(answers[30]).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
})

describe('the list', () => {
  test('is paged, newest first, searched by name and product, filtered by type, with the total', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    const list = (query: object) => send(requestCalls.listRequests, { query, token: admin.token })
    await sendContact({ fullname: 'Ágata Ñandú' })
    const form = multipart(prescription({ product: 'Minoxidil áéí' }), ['photo', await image()])
    await send(requestCalls.createPrescriptionRequest, { form })

    const { body: first } = await list({ page: 1, pageSize: 1 })
    expect(first.data).toMatchObject([
      {
        typeForm: 'prescription-book',
        product: 'Minoxidil áéí',
        photo: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    const { body: second } = await list({ page: 2, pageSize: 1 })
    expect(second.data).toMatchObject([{ fullname: 'Ágata Ñandú', typeForm: 'contact', photo: '' }])
    const { body: everything } = await list({})
    expect(everything.total).toBe(everything.data.length)
    expect(first.total).toBe(everything.total)
    expect((await list({ search: 'agata nandu' })).body).toMatchObject({ total: 1 })
    expect((await list({ search: 'MINOXIDIL AEI' })).body).toMatchObject({ total: 1 })
    expect((await list({ search: 'minoxidil', typeForm: 'contact' })).body).toMatchObject({
      total: 0,
      data: [],
    })
    expect((await list({ search: '_' })).body).toMatchObject({ total: 0 })
    const { body: contacts } = await list({ typeForm: 'contact', page: 1 })
    expect(contacts.data.every(({ typeForm }) => typeForm === 'contact')).toBe(true)
    expect((await list({ typeForm: 'otro' })).status).toBe(400)
  })
})
