import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { inspectionCalls } from '#contract/inspection.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const category = 'Fiscalizados'

/** A product without gaps, except for the given columns. */
async function make(tradename: string, lacking: Record<string, string | boolean | null> = {}) {
  const { id } = await makeProduct(database, {
    ...{ tradename, category, dcm: 'Losartán potásico', quantity: '30 comprimidos', form: 'Comprimidos' },
    ...{ health_register: 'F-1234/20', photo: 'foto', legal_warning: 'Léase el folleto', prescription: true },
    laboratory: lacking.laboratory ? String(lacking.laboratory) : 'Andino',
  })
  for (const [column, value] of Object.entries(lacking))
    if (column !== 'laboratory')
      await sql`update products set ${sql.ref(column)} = ${value} where id = ${id}`.execute(database)
  return id
}

await make('A completo')
await make('B sin registro', { health_register: '', photo: '' })
await make('C sin DCM', { dcm: '' })
await make('D sin laboratorio', { laboratory: 'SIN ASIGNACION' })
await make('E sin cantidad', { unit_count: null })
await make('F sin advertencia', { legal_warning: '' })
await make('G dudoso', { dcm: 'LOSARTÁN POTÁSICO', prescription: false })
await make('H de venta libre', { dcm: 'Paracetamol', prescription: false })

test('lists the products that lack something, with each gap, by name', async () => {
  const { body } = await send(inspectionCalls.listInspection, { query: { category }, token })
  expect(body.total).toBe(6)
  expect(
    body.data.map(({ tradename, gaps, prescribedAs }) => [tradename, gaps.join(), prescribedAs]),
  ).toEqual([
    ['B sin registro', 'register,photo', ''],
    ['C sin DCM', 'dcm', ''],
    ['D sin laboratorio', 'laboratory', ''],
    ['E sin cantidad', 'quantity', ''],
    ['F sin advertencia', 'warning', ''],
    ['G dudoso', 'prescription', 'A completo'],
  ])
  const photos = await send(inspectionCalls.listInspection, { query: { category, gap: 'photo' }, token })
  expect(photos.body.data.map(({ tradename }) => tradename)).toEqual(['B sin registro'])
})

test('counts each gap, and its workbook has the same rows', async () => {
  const { body } = await send(inspectionCalls.countInspection, { query: { category }, token })
  expect(body.data).toEqual({
    ...{ register: 1, dcm: 1, laboratory: 1, photo: 1, quantity: 1, warning: 1, prescription: 1, milder: 0 },
    products: 6,
  })
  const file = await send(inspectionCalls.exportInspection, { query: { category }, token })
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(file.body as unknown as Buffer)]))
  expect(sheet?.data.slice(1).map((row) => [row[1], row[8], row[9]])).toEqual([
    ['B sin registro', 'Sin registro sanitario, Sin foto', null],
    ['C sin DCM', 'Sin DCM', null],
    ['D sin laboratorio', 'Sin laboratorio', null],
    ['E sin cantidad', 'Sin cantidad', null],
    ['F sin advertencia', 'Sin advertencia legal', null],
    ['G dudoso', 'Receta dudosa', 'A completo'],
  ])
})

test('only administrators see it', async () => {
  const { token } = await makeUser(database, { role: 'Marketing' })
  const answers = await Promise.all([
    send(inspectionCalls.listInspection, { query: {}, token }),
    send(inspectionCalls.countInspection, { query: {}, token }),
    send(inspectionCalls.exportInspection, { query: {}, token }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})
