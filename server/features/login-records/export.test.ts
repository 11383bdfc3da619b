import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { loginRecordCalls } from '#contract/login-records.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador', name: 'Jefa', email: 'jefa@botica.cl' })

async function download() {
  const { status, headers, body } = await send(loginRecordCalls.exportUsers, { token })
  expect(status).toBe(200)
  const bytes = Buffer.from(body as unknown as Buffer)
  const book = await readWorkbook(new Blob([new Uint8Array(bytes)]), { trim: false })
  const sheets = Object.fromEntries(book.map(({ sheet, data }) => [sheet, data]))
  return { headers, bytes, users: sheets.Usuarios ?? [], forms: sheets.Formularios ?? [] }
}

const sendContact = (values: { message: string; fullname?: string }) =>
  database
    .insertInto('form_requests')
    .values({ type_form: 'contact', fullname: 'Ana', email: 'ana@correo.cl', ...values })
    .execute()

test('the export has all users and all form requests, newest first, as text, and no passwords', async () => {
  await makeUser(database, { name: 'Ana', email: 'ana@correo.cl' })
  await sendContact({ message: 'Primera' })
  await sendContact({ message: 'Segunda' })
  const { headers, bytes, users, forms } = await download()
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="usersData.xlsx"',
    'cache-control': 'private, no-store',
  })
  expect(users.map((row) => row.slice(0, 5))).toEqual([
    ['Nombre', 'Apellidos', 'Rol', 'Correo', 'RUT'],
    ['Ana', 'Soto', 'Cliente', 'ana@correo.cl', '123456789'],
    ['Jefa', 'Soto', 'Administrador', 'jefa@botica.cl', '123456789'],
  ])
  expect(users[1]?.[8]).toBe('1990-05-17')
  expect(users[1]?.[10]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect(forms.map((row) => row[5])).toEqual(['Mensaje', 'Segunda', 'Primera'])
  const xml = Object.values(unzipSync(bytes))
    .map((file) => strFromU8(file))
    .join('')
  expect(xml).not.toMatch(/<f>|argon2|password/)
})

test.each([
  ['=HYPERLINK("http://malo.cl";"Premio")', '\'=HYPERLINK("http://malo.cl";"Premio")'],
  ['+56 9 1234', "'+56 9 1234"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'\t=1+1"],
  ['<b>&amp;</b> "x" ]]>', '<b>&amp;</b> "x" ]]>'],
  ['uno\ndos\ttres', 'uno\ndos\ttres'],
  ['a\u0001b\u000bc\u001fd\ufffee', 'abcde'],
  ['_x0041_ y _x000d_', '_x0041_ y _x000d_'],
  ['Ñandú 💊', 'Ñandú 💊'],
  ['x'.repeat(40_000), 'x'.repeat(32_767)],
  [`${'x'.repeat(32_766)}💊`, 'x'.repeat(32_766)],
])('a message %j is written as text', async (message, text) => {
  await sendContact({ message })
  const { forms } = await download()
  expect(forms[1]?.[5]).toBe(text)
})

test('the export has all rows when they are more than one batch', async () => {
  await database.deleteFrom('form_requests').execute()
  const rows = Array.from({ length: 1_234 }, (_, index) => ({
    type_form: 'prescription-book' as const,
    fullname: `Persona ${index}`,
    email: 'a@b.cl',
    message: 'Hola',
    photo: index === 0 ? 'x.webp' : '',
  }))
  await database.insertInto('form_requests').values(rows).execute()
  const { forms } = await download()
  expect(new Set(forms.slice(1).map(([name]) => name)).size).toBe(1_234)
  expect(forms.find(([name]) => name === 'Persona 0')).toMatchObject({ 2: 'Recetario', 6: 'SI' })
})

test('a search finds the right rows on every page, and counts them up to 10,000', async () => {
  await sql`insert into user_activity (name, email, role)
    select 'Rosa ' || n, 'rosa@correo.cl', 'Cliente' from generate_series(1, 10400) n`.execute(database)
  await sql`vacuum analyze user_activity`.execute(database)
  const { token } = await makeUser(database, { role: 'Administrador' })
  const read = async (search: string, page: number) => {
    const { body } = await send(loginRecordCalls.listLoginRecords, {
      query: { search, page, pageSize: 10 },
      token,
    })
    return { ...body, data: body.data.map(({ name }) => name) }
  }
  const newestFirst = Array.from({ length: 10_400 }, (_, index) => `Rosa ${10_400 - index}`)
  for (const search of ['rosa', 'rosa 1', 'rosa 104', 'Rosa 10400', 'rosa x']) {
    const found = newestFirst.filter((name) => name.startsWith(search.replace('r', 'R')))
    const counted = found.length > 10_000 ? { total: 10_000, more: true } : { total: found.length }
    for (const page of [1, 2, 102, 140, 152, 1_000, 1_040, 1_041])
      expect(await read(search, page), `${search}, ${page}`).toEqual({
        ...counted,
        data: found.slice((page - 1) * 10, page * 10),
      })
  }
})
