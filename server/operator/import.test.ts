import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, createDatabase } from '#tests/app.ts'
import { runProgram } from '#tests/commands.ts'
import { makeImportFolder } from '#tests/import-folder.ts'
import { row, workbook } from '#tests/workbooks.ts'

const database = await createDatabase()
const DATABASE_URL = await addressOf(database)
const { folder } = await makeImportFolder()
/** Runs the program like `npm run import`. */
const run = (...parameters: string[]) =>
  runProgram('server/operator/import.ts', parameters, { DATABASE_URL, DATA_DIR: folder })
const imports = () =>
  database
    .selectFrom('product_imports')
    .select(['state', 'source', 'actor_name as actor', 'open_file'])
    .orderBy('id')
    .execute()

test('saves a file within the rule, keeps a file beyond it as a preview, and moves neither', async () => {
  const good = join(folder, 'buena.xlsx')
  await writeFile(good, await workbook([row(), row()]))
  const shown = await run(good, '--preview')
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toContain('Se crearían: 2')
  const saved = await run(good)
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  expect(saved.stdout).toContain('Resultado: Guardada\n')
  expect(saved.stdout).toContain('Creados: 2\n')

  const bad = join(folder, 'mala.xlsx')
  await writeFile(bad, await workbook([row(), row({ Precio: 'x' })]))
  const waits = await run(bad)
  expect(waits).toMatchObject({ code: 0, stderr: '' })
  expect(waits.stdout).toMatch(/Motivo: Se rechaza 1 de 2 filas \(50 %\)/)
  expect(existsSync(good) && existsSync(bad)).toBe(true)
  expect(await imports()).toEqual(
    ['preview', 'saved', 'preview'].map((state) => ({
      ...{ state, source: 'command', actor: 'operador', open_file: null },
    })),
  )
})

test.each([
  ['a file that isn’t there', 'nada.xlsx', null, 'No se puede leer'],
  ['no list', 'texto.txt', 'Hola', 'no es un libro de Excel'],
  ['a list without codes', 'colores.csv', 'Color;Peso\nrojo;mucho\nverde;poco', 'Falta la columna'],
  [
    'a list without a valid row',
    'mala.csv',
    'Código de barras;Nombre;Precio\n7801112223334;A;x',
    'Rechazada',
  ],
])('ends with 1 for %s', async (_, name, content, message) => {
  const path = join(folder, name)
  if (content) await writeFile(path, content)
  const { code, stdout, stderr } = await run(path)
  expect(code).toBe(1)
  expect(stdout + stderr).toContain(message)
})

test.each([[[]], [['a.xlsx', 'b.xlsx']], [['--otra']]])('prints its usage for %j', async (parameters) => {
  expect(await run(...parameters)).toMatchObject({ code: 1, stderr: expect.stringContaining('Uso: ') })
})
