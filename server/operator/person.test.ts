import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { addressOf, createTestApp } from '#tests/app.ts'
import { runProgram } from '#tests/commands.ts'
import { traces } from '#tests/erasure.ts'
import { makeUser } from '#tests/factories.ts'
import { filesIn } from '#tests/image-stores.ts'
import { makePerson } from '#tests/person.ts'

// A command is a process, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const app = await createTestApp()
const { database, config } = app
const env = { DATA_DIR: config.dataDir, DATABASE_URL: await addressOf(database) }
const shelf = await mkdtemp(join(tmpdir(), 'botica-test-'))
afterAll(() => rm(shelf, { recursive: true }))

const person = (...parameters: string[]) => runProgram('server/operator/person.ts', parameters, env)

test('export writes a folder, erase leaves no trace, and a second erase has nothing to do', async () => {
  const rosa = await makePerson(app)
  const folder = join(shelf, 'rosa')
  const exported = await person('export', rosa.email.toUpperCase(), folder)
  expect(exported).toMatchObject({ code: 0, stderr: '' })
  expect(exported.stdout).toContain(`Datos de ${rosa.email} en ${folder}: datos.json y 5 imágenes.`)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toHaveLength(6)
  expect(JSON.parse(await readFile(join(folder, 'datos.json'), 'utf8')).perfil.nombre).toBe(rosa.name)
  expect(await person('export', rosa.email, folder)).toMatchObject({
    code: 1,
    stderr: `${folder} ya existe. Indica una carpeta nueva.\n`,
  })

  const pending = await database
    .selectFrom('orders')
    .select('number')
    .where('status', '=', 'pending')
    .execute()
  const erased = await person('erase', rosa.email)
  expect(erased).toMatchObject({ code: 0, stderr: '' })
  expect(erased.stdout.split('\n')).toEqual([
    `Persona eliminada: ${rosa.email}`,
    '  cuentas: 1',
    '  pedidos, sin sus datos: 2',
    '  solicitudes: 2',
    '  avisos de productos: 1',
    '  registros de ingreso, sin sus datos: 1',
    expect.stringMatching(/^ {2}correos: \d+$/),
    expect.stringMatching(/^ {2}archivos: \d+$/),
    `Pedidos pendientes que ya no tienen datos de entrega: ${pending[0]!.number}`,
    '',
  ])
  for (const detail of [rosa.email, rosa.name, rosa.address, rosa.phone])
    expect(await traces(database, detail)).toEqual({})
  const kept = await database
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'subject_label'])
    .where('subject_id', '=', rosa.id)
    .orderBy('id')
    .execute()
  expect(kept).toEqual([
    { action: 'person.export', actor_name: 'operador', subject_label: '' },
    { action: 'person.erase', actor_name: 'operador', subject_label: '' },
  ])
  expect(await traces(database, rosa.id)).toEqual({ audit_entries: 2 })
  expect(await filesIn(config.dataDir)).toEqual([])

  for (const act of ['erase', 'export'])
    expect(await person(act, rosa.email)).toEqual({
      code: 1,
      stdout: '',
      stderr: `No hay datos de ${rosa.email}.\n`,
    })
})

test('without a folder the export goes into DATA_DIR/exports', async () => {
  const { email } = await makeUser(database)
  expect(await person('export', email)).toMatchObject({ code: 0, stderr: '' })
  const [name] = await readdir(join(config.dataDir, 'exports'))
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)
  expect((await stat(join(config.dataDir, 'exports'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(config.dataDir, 'exports', name!))).toEqual(['datos.json'])
})

test('files that can’t be removed end erase with an error, and erase again removes them', async () => {
  const rosa = await makePerson(app)
  const { photo } = await database
    .selectFrom('users')
    .select('photo')
    .where('id', '=', rosa.id)
    .executeTakeFirstOrThrow()
  const stem = photo.replace('.webp', '')
  const path = join(config.dataDir, 'images/user', stem.slice(0, 2), `${stem}-96.webp`)
  // A folder in the file's place can't be removed as a file, not even by root.
  await rm(path)
  await mkdir(path)
  const first = await person('erase', rosa.email)
  expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('cuentas: 1') })
  expect(first.stderr).toMatch(
    /^Quedaron archivos sin eliminar \(.+\)\. Repite el mismo comando para terminar\.\n$/,
  )
  expect(await traces(database, rosa.email)).toEqual({})
  await rm(path, { recursive: true })
  expect(await person('erase', rosa.email)).toEqual({
    code: 0,
    stdout: `No hay más datos de ${rosa.email}. Archivos que faltaba eliminar: 1\n`,
    stderr: '',
  })
})

test('export says which images are missing', async () => {
  const rosa = await makePerson(app)
  await rm(join(config.dataDir, 'images/prescription'), { recursive: true })
  const { code, stderr } = await person('export', rosa.email, join(shelf, 'sin-receta'))
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Faltan imágenes en el almacén de imágenes: receta-1.webp\n',
  })
})

test('never erases the last administrator', async () => {
  await database.deleteFrom('users').where('role', '=', 'Administrador').execute()
  const { id, email } = await makeUser(database, { role: 'Administrador' })
  expect(await person('erase', email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Es el último Administrador: la tienda necesita al menos uno.\n',
  })
  expect(await traces(database, id)).toEqual({ sessions: 1, users: 1 })
})

test.each([[[]], [['delete', 'a@correo.cl']], [['erase', 'Ana']]])(
  '%j is refused with a message',
  async (parameters) => {
    const { code, stdout, stderr } = await person(...parameters)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Uso: npm run person -- export CORREO [carpeta]')
  },
)
