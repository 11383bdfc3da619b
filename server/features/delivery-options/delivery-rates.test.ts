import { describe, expect, test } from 'vitest'
import { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { deliveryRateCalls } from '#contract/delivery-rates.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeUser, makeZone } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { countWaiting } from '#tests/locks.ts'
import { planRates } from './plan-rates.ts'
import { type RateRow, readRows } from './read-rates.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries } = openAuditTrail(database)

const csv = (lines: string[]) => Buffer.from(lines.join('\n'))
const upload = (bytes: Buffer, version?: string) =>
  send(deliveryRateCalls.uploadRates, {
    form: multipart(version === undefined ? {} : { version }, ['file', bytes, 'tarifas.csv']),
    token,
  })
const zones = async () => (await send(deliveryOptionCalls.listAllDeliveryOptions, { token })).body.data.zones
const activeOnes = async () =>
  (await zones()).flatMap(({ active, name, price, freeFrom, days, communes }) =>
    active ? [{ name, price, freeFrom, days, communes }] : [],
  )

describe('the zones that a table makes', () => {
  const rates = (...cells: Partial<RateRow>[]) => readRows(cells.map((row, at) => ({ row: at + 2, ...row })))
  const plan = (cells: Partial<RateRow>[]) => planRates(rates(...cells), [])
  const zone = (values: object) => ({
    ...{ _id: 'a', name: 'Norte', price: 4_990, freeFrom: 30_000, days: '2 días hábiles', cold: true },
    ...{ active: true, communes: ['01101', '01107'], ...values },
  })

  test('put communes with the same terms together, however their names and prices are written', () => {
    const { zones, problems } = plan([
      { commune: 'VIÑA DEL MAR', price: '$ 4.990', days: '2' },
      { commune: 'valparaiso', price: '4990', days: '2' },
      { commune: 'Til-Til', price: '3.490', days: '24 a 48 horas' },
      { code: '1101', price: '9990', days: '5-7' },
      { commune: 'Coihaique', price: '-', days: '' },
    ])
    expect(problems).toEqual([])
    expect(zones.map(({ after: { name, price, days, communes } }) => [name, price, days, communes])).toEqual([
      ['Valparaíso', 4_990, '2 días hábiles', ['05101', '05109']],
      ['Metropolitana de Santiago', 3_490, '24 a 48 horas', ['13303']],
      ['Tarapacá', 9_990, '5 a 7 días hábiles', ['01101']],
    ])
  })

  test('are not planned while a row can’t be read; each such row is reported with its number', () => {
    const { problems, version, zones } = plan([
      { commune: 'Macul', price: '3490', days: '1' },
      { commune: 'Macúl', price: '3490', days: '1' },
      { commune: 'Macondo', price: '3490', days: '1' },
      { commune: 'Arica', code: '13101', price: '3490', days: '1' },
      { commune: 'Ovalle', price: 'mucho', days: '1' },
      { commune: 'Temuco', zone: 'Sur' },
      { commune: 'Osorno', price: '5000' },
      { price: '5000' },
    ])
    expect(problems).toEqual([
      { row: 3, value: 'Macul', reason: 'La comuna se repite: también está en la fila 2.' },
      { row: 4, value: 'Macondo', reason: 'No hay una comuna con este nombre.' },
      { row: 5, value: 'Arica', reason: 'El código 13101 es de otra comuna: Santiago.' },
      { row: 6, value: 'mucho', reason: expect.stringContaining('número') },
      { row: 7, value: 'Sur', reason: 'Falta el precio.' },
      { row: 9, value: '', reason: 'Falta la comuna.' },
      { row: 8, value: 'Osorno', reason: 'Falta el plazo.' },
    ])
    expect({ version, zones }).toEqual({ version: null, zones: [] })
  })

  test('keep their name and the terms that the table doesn’t have; a second price splits a zone', () => {
    const { zones } = planRates(
      rates(
        { commune: 'Iquique', zone: 'norte', price: '5990' },
        { commune: 'Alto Hospicio', zone: 'norte', price: '5990' },
        { commune: 'Pica', zone: 'Norte', price: '8990', days: '4' },
      ),
      [zone({})],
    )
    expect(zones.map(({ id, after }) => [id, after])).toEqual([
      [
        'a',
        expect.objectContaining({ name: 'Norte', price: 5_990, freeFrom: 30_000, days: '2 días hábiles' }),
      ],
      [null, expect.objectContaining({ name: 'Norte 2', price: 8_990, communes: ['01405'] })],
    ])
  })

  test('leave communes outside the table at their price', () => {
    const dearer = rates({ commune: 'Iquique', code: 'IQQ', zone: 'Norte', price: '5990', days: '3' })
    expect(
      planRates(dearer, [zone({})]).zones.map(({ after }) => [after.name, after.price, after.communes]),
    ).toEqual([
      ['Norte', 4_990, ['01107']],
      ['Norte 2', 5_990, ['01101']],
    ])
  })

  test('take a courier’s new price for the zone that has the communes', () => {
    const { zones } = planRates(
      rates(
        { commune: 'Iquique', price: '5990', days: '3' },
        { commune: 'Alto Hospicio', price: '5990', days: '3' },
      ),
      [zone({}), zone({ _id: 'b', name: 'Otra', communes: ['13101'] })],
    )
    expect(zones).toEqual([
      {
        id: 'a',
        before: expect.anything(),
        after: expect.objectContaining({ name: 'Norte', price: 5_990, days: '3 días hábiles' }),
      },
    ])
  })
})

test('a courier’s file is previewed, saved once, and audited', async () => {
  const old = await makeZone(database, { name: 'Vieja', communes: ['02101'], cold: true })
  const kept = await makeZone(database, { name: 'Queda', communes: ['02104', '02201'] })
  const file = csv(['Comuna;Tarifa;Plazo', 'Antofagasta;$5.990;3', 'Taltal;$5.990;3', 'Putre;;'])
  const { status, body } = await upload(file)
  expect([status, body.data]).toMatchObject([200, { rows: 3, problems: [] }])
  expect((await activeOnes()).map(({ name }) => name)).toEqual(['Vieja', 'Queda'])

  const saved = await upload(file, body.data.version!)
  expect(saved).toMatchObject({ status: 200, body: { message: 'Las tarifas fueron guardadas.' } })
  expect(await activeOnes()).toMatchObject([
    { name: 'Vieja', price: 5_990, freeFrom: 30_000, days: '3 días hábiles', communes: ['02101', '02104'] },
    { name: 'Queda', price: 3_490, communes: ['02201'] },
  ])
  expect((await zones()).find(({ _id }) => _id === old.id)?.cold).toBe(true)
  expect((await entries()).map(({ action, label }) => [action, label])).toEqual([
    ['delivery.zone-update', 'Vieja'],
    ['delivery.zone-update', 'Queda'],
    ['delivery.rates', 'tarifas.csv'],
  ])
  expect((await upload(file)).body.data).toEqual({ rows: 3, problems: [], zones: [], version: null })
  expect(await upload(file, body.data.version!)).toMatchObject({
    status: 409,
    body: { code: 'LIST_CHANGED' },
  })

  // A zone that loses all its communes is ended.
  const all = csv([
    'Comuna;Zona;Precio;Plazo',
    'Antofagasta;Nueva;1000;1',
    'Taltal;Nueva;1000;1',
    'Calama;Nueva;1000;1',
  ])
  await upload(all, (await upload(all)).body.data.version!)
  expect((await activeOnes()).map(({ name }) => name)).toEqual(['Nueva'])
  expect((await zones()).find(({ _id }) => _id === kept.id)).toMatchObject({
    active: false,
    communes: ['02201'],
  })
})

test('the downloaded workbook changes nothing when it is uploaded again', async () => {
  await makeZone(database, { name: 'Sur', communes: ['10101', '10301'], free_from: null })
  const { body, status } = await send(deliveryRateCalls.exportRates, { token })
  expect(status).toBe(200)
  const again = await upload(body as unknown as Buffer)
  expect(again.body.data).toEqual({ rows: 346, problems: [], zones: [], version: null })
})

test.each([
  ['a file of another kind', Buffer.from('%PDF-1.4 \u0000\u0001'), /no es un libro de Excel/],
  ['other headings', csv(['Producto;Stock', 'Uno;3']), /Comuna y Tarifa.*Producto, Stock/],
])('%s is refused', async (_, bytes, message) => {
  expect(await upload(bytes)).toMatchObject({
    status: 400,
    body: { code: 'BAD_INPUT', issues: [{ path: 'file', message: expect.stringMatching(message) }] },
  })
})

test('parallel saves never leave a commune in two active zones', async () => {
  const file = (name: string) =>
    csv(['Comuna;Zona;Precio;Plazo', `Talca;${name};1000;1`, `Curicó;${name};1000;1`])
  const one = file('Una')
  const { version } = (await upload(one)).body.data
  const answers = await Promise.all([
    upload(one, version!),
    ...['Otra', 'Tercera'].map((name) =>
      send(deliveryOptionCalls.createZone, {
        body: { name, price: 1_000, days: '1 día', communes: ['07301', '07101'] },
        token,
      }),
    ),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect((await activeOnes()).filter(({ communes }) => communes.includes('07101'))).toHaveLength(1)
})

test('a save is refused when zones changed since the preview, even while it waits for them', async () => {
  const file = csv(['Comuna;Zona;Precio;Plazo', 'Tocopilla;Desierto;1000;1'])
  const { version } = (await upload(file)).body.data
  let saving: ReturnType<typeof upload> | undefined
  await database.transaction().execute(async (tx) => {
    await makeZone(tx, { name: 'Ajena', communes: ['02301'] })
    saving = upload(file, version!)
    await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(1)
  })
  expect(await saving).toMatchObject({ status: 409, body: { code: 'LIST_CHANGED' } })
})
