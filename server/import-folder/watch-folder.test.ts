import { existsSync } from 'node:fs'
import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { readConfig } from '#server/config.ts'
import { addressOf, createTestApp, openDatabase } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { makeImportFolder } from '#tests/import-folder.ts'
import { collectMails } from '#tests/mailbox.ts'
import { startShopProcess } from '#tests/server-process.ts'
import { rowOf } from '#tests/workbook-imports.ts'
import { type Cells, row, workbook } from '#tests/workbooks.ts'
import { watchFolder } from './watch-folder.ts'

const app = await createTestApp()
const { database, send } = app
const url = await addressOf(database)
const admin = await makeUser(database, { role: 'Administrador', email: 'jefa@botica.cl' })
await makeUser(database, { role: 'Marketing', email: 'marketing@botica.cl' })
const { entries } = openAuditTrail(database)
const WAIT = { timeout: 30_000, interval: 50 }

const imports = async () => (await send(importCalls.listImports, { query: {}, token: admin.token })).body.data
const importOf = async (fileName: string) => {
  const found = (await imports()).filter((each) => each.fileName === fileName)
  expect(found).toHaveLength(1)
  const params = { id: found[0]!._id }
  return (await send(importCalls.getImport, { params, token: admin.token })).body.data
}
const productOf = (barcode: unknown) =>
  database
    .selectFrom('products')
    .select(['id', 'cost', 'stock'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirst()

/** Reads a folder in this process until the test ends. */
async function startWatching(env: Record<string, string> = {}, folder?: string) {
  const place = await makeImportFolder(folder)
  const warnings: string[] = []
  const errors: unknown[] = []
  const config = readConfig({ IMPORT_QUIET_SECONDS: '0.1', DATA_DIR: app.config.dataDir, ...env })
  const watching = watchFolder(place.folder, {
    ...{ config, database, url, log: () => {}, warn: (text) => warnings.push(text) },
    ...{ logger: { warn: () => {} }, onError: (error) => errors.push(error) },
  })
  onTestFinished(() => watching.stop())
  return { ...place, ...watching, warnings, errors }
}

const somebodyWaitsFor = async (table: string) => {
  const { rows } = await sql`
    select from pg_locks where relation = ${table}::regclass and not granted`.execute(database)
  return rows.length > 0
}

/**
 * Holds servers after an import is saved and before its file is moved, until the returned function is called. While the import waits to
 * write its changes, another transaction queues for a lock of products, which the server reads for the file's report.
 */
async function holdSavedImports() {
  const [gate, held] = [openDatabase(url, { max: 1 }), openDatabase(url, { max: 1 })]
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const gating = gate.transaction().execute(async (tx) => {
    await sql`lock table product_import_changes in share mode`.execute(tx)
    locked.resolve()
    await vi.waitUntil(() => somebodyWaitsFor('product_import_changes'), WAIT)
    const holding = held.transaction().execute(async (tx) => {
      await sql`lock table products in access exclusive mode`.execute(tx)
      await released.promise
    })
    await vi.waitUntil(() => somebodyWaitsFor('products'), WAIT)
    return { holding }
  })
  await locked.promise
  return async () => {
    const { holding } = await gating
    released.resolve()
    await holding
  }
}

const untilSaved = (name: string) =>
  vi.waitUntil(async () => (await imports()).some(({ fileName }) => fileName === name), WAIT)

const lines = (rows: (string | number)[][]) => rows.map((cells) => cells.join(';')).join('\n')

test('saves a file within the rule, moves it with its report, and names the operator in audit and history', async () => {
  const known = await makeProduct(database, { cost: 1_000, stock: 3, tradename: 'Losartán 50 mg' })
  const { drop, reportOf, list, folder } = await startWatching()
  const added = row({ Nombre: 'Crema de urea' })
  const twenty = Array.from({ length: 20 }, () => row())
  const wrong = row({ Precio: 'no sé' })
  await drop('Stock de la caja.XLSX', await workbook([rowOf(known, { Stock: 9 }), added, ...twenty, wrong]))
  const report = await reportOf('done/Stock de la caja.XLSX')
  expect(report.startsWith('\uFEFFInforme de importación\r\n')).toBe(true)
  expect(report).toContain('Resultado: Guardada\r\n')
  expect(report).toMatch(/Creados: 21\r\nActualizados: 1\r\nSin cambios: 0\r\nFilas rechazadas: 1\r\n/)
  expect(report).toMatch(/fila 24 \(\d+ Producto importado \d+\): Precio «no sé»: /)
  expect(report).toContain(`${added['Código de barras']} Crema de urea\r\n`)
  expect(report).toContain(`${known.barcode} Losartán 50 mg: Stock 3 → 9\r\n`)
  expect(existsSync(join(folder, 'Stock de la caja.XLSX'))).toBe(false)
  expect(await list('refused')).toEqual([])
  expect(await productOf(known.barcode)).toMatchObject({ cost: 1_000, stock: 9 })
  expect(await importOf('Stock de la caja.XLSX')).toMatchObject({
    ...{ state: 'saved', actor: 'operador', source: 'folder', reasons: [], created: 21, refused: 1 },
  })
  expect(await entries()).toContainEqual(
    expect.objectContaining({ action: 'product.import', label: 'Stock de la caja.XLSX' }),
  )
  const { rows } = await sql`select distinct actor_name from audit_entries`.execute(database)
  expect(rows).toEqual([{ actor_name: 'operador' }])
})

/** Rows of ten products of $ 1.000; the first get new prices, by these factors. */
async function repriced(...factors: number[]): Promise<Cells[]> {
  const products = []
  for (let made = 0; made < 10; made += 1) products.push(await makeProduct(database, { cost: 1_000 }))
  return products.map((product, at) => rowOf(product, { Precio: 1_000 * (factors[at] ?? 1) }))
}

test('a file beyond the rule waits in Imports, with its reasons in the report and in a mail with counts and a link, which isn’t sent once somebody saved it', async () => {
  const { drop, reportOf } = await startWatching({ IMPORT_MAX_REPRICED: '10', IMPORT_MAX_REFUSED: '20' })
  const cases: [string, Cells[], RegExp | null][] = [
    ['guardada.xlsx', await repriced(1.6, 0.4), /Cambian en más de la mitad 2 de 10 precios \(20 %\)/],
    ['justo.xlsx', await repriced(5), null],
    ['mitad.xlsx', await repriced(...Array<number>(10).fill(1.5)), null],
    [
      'espera.xlsx',
      [row(), row(), row({ Precio: 'x' })],
      /Se rechaza 1 de 3 filas \(33,3 %\); como máximo, 20 %/,
    ],
  ]
  for (const [name, rows, reason] of cases) {
    await drop(name, await workbook(rows))
    const report = await reportOf(`${reason ? 'refused' : 'done'}/${name}`)
    if (!reason) continue
    expect(report).toMatch(reason)
    expect(report).toContain('espera una revisión en Importaciones')
    expect(await importOf(name)).toMatchObject({
      ...{ state: 'preview', source: 'folder', reasons: [expect.stringMatching(reason)] },
    })
  }
  const [saved, { _id }] = [await importOf('guardada.xlsx'), await importOf('espera.xlsx')]
  const save = { params: { id: saved._id }, body: {}, token: admin.token }
  expect((await send(importCalls.saveImport, save)).body.data).toMatchObject({
    ...{ state: 'saved', source: 'folder' },
  })
  const mails = (await collectMails(app)).filter(({ text }) => /espera\.xlsx|guardada\.xlsx/.test(text))
  expect(mails.map(({ subject, headers }) => [subject, headers.to])).toEqual([
    [expect.stringContaining('una planilla espera tu revisión'), expect.stringContaining('jefa@botica.cl')],
  ])
  expect(mails[0]!.text).toContain(`/dashboard/products/imports/${_id}`)
  expect(mails[0]!.text).toMatch(/Nuevos:? *\n?2/)
})

test('a file with unclear headings waits with the proposed columns; later files use what somebody decided', async () => {
  const { drop, reportOf } = await startWatching()
  const list = (code: string) =>
    lines([
      ['Código de barras', 'Producto', 'Precio público', 'PVP'],
      ...[0, 1, 2].map((at) => [`${code}${at}`, `Jarabe ${code}${at}`, 1_500, 1_700]),
    ])
  await drop('dudas.csv', list('780001110000'))
  expect(await reportOf('refused/dudas.csv')).toContain('Varias columnas son para Precio')
  const waiting = await importOf('dudas.csv')
  expect(waiting).toMatchObject({ state: 'preview', created: 3 })
  expect(await database.selectFrom('remembered_columns').selectAll().execute()).toEqual([])
  await database
    .insertInto('remembered_columns')
    .values({ kind: 'products', layout: '', column_key: 'precio publico', field: '' })
    .execute()
  onTestFinished(() =>
    database
      .deleteFrom('remembered_columns')
      .execute()
      .then(() => {}),
  )
  await drop('sabidas.csv', list('780001120000'))
  await reportOf('done/sabidas.csv')
  expect(await productOf('7800011200002')).toMatchObject({ cost: 1_700 })
})

test('refuses an unreadable file with the reason, and adds the instant to a name that is taken', async () => {
  const { drop, reportOf, list, folder } = await startWatching()
  const files: [string, string | Buffer, RegExp][] = [
    ['roto.xlsx', Buffer.from('PK\u0003\u0004 esto no es un libro'), /dañado o no se puede leer/],
    ['vacio.csv', '', /está vacío/],
    ['foto.jpg', 'x', /Se leen archivos \.xlsx/],
    ['enorme.csv', Buffer.alloc(8 * 1024 * 1024 + 1, 'a;b\n'), /más de 8 MB/],
    [
      'sin-codigos.csv',
      lines([
        ['Color', 'Peso'],
        ['rojo', 'mucho'],
        ['verde', 'poco'],
      ]),
      /Falta la columna/,
    ],
    [
      'malas.csv',
      lines([
        ['Código de barras', 'Nombre', 'Precio'],
        ['7801112223334', 'A', 'x'],
      ]),
      /fila 2/,
    ],
    [
      'dos-costos.csv',
      lines([
        ['Código de barras', 'Nombre', 'Costo 1', 'Costo 2'],
        ['7801112223334', 'A', '1000', '900'],
      ]),
      /«Subir Excel»/,
    ],
  ]
  for (const [name, content, reason] of files) {
    await drop(name, content)
    expect(await reportOf(`refused/${name}`)).toMatch(reason)
    expect(await importOf(name)).toMatchObject({ state: 'refused', source: 'folder' })
  }
  await rm(join(folder, 'refused/vacio.csv.txt'))
  await drop('vacio.csv', '')
  const again = /^vacio-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/
  await vi.waitUntil(async () => (await list('refused')).some((name) => again.test(name)), 30_000)
  const names = await list('refused')
  expect(names).toHaveLength(2 * files.length + 1)
  expect(names).toContain(`${names.find((name) => again.test(name))}.txt`)
}, 120_000)

test('no report replaces a file that was taken, and no file replaces a report', async () => {
  const { drop, read, list } = await startWatching()
  const listOf = (code: string) =>
    lines([
      ['Código de barras', 'Nombre', 'Precio'],
      [code, 'Gasa', 990],
    ])
  await drop('a.csv.txt', listOf('7800022200001'))
  await vi.waitUntil(async () => (await list('done')).length === 2, WAIT)
  await drop('a.csv', listOf('7800022200002'))
  await vi.waitUntil(async () => (await list('done')).length === 4, WAIT)
  await drop('a.csv.txt.txt', listOf('7800022200003'))
  await vi.waitUntil(async () => (await list('done')).length === 6, WAIT)
  const files = await list('done')
  expect(await read('done/a.csv.txt')).toContain('7800022200001')
  expect(await read('done/a.csv.txt.txt')).toContain('Informe de importación')
  const instant = (name: RegExp) => files.find((file) => name.test(file))
  const moved = [instant(/^a-[\dT-]+\.csv$/), instant(/^a\.csv\.txt-[\dT-]+\.txt$/)]
  expect(await read(`done/${moved[0]}`)).toContain('7800022200002')
  expect(await read(`done/${moved[1]}`)).toContain('7800022200003')
  for (const name of moved) expect(await read(`done/${name}.txt`)).toContain('Informe de importación')
}, 120_000)

test('a folder that becomes a link while a file is read gets nothing, nothing outside changes, and the file is saved once', async () => {
  const { folder, drop, reportOf, errors, stop } = await startWatching()
  await drop(
    'antes.csv',
    lines([
      ['Código de barras', 'Nombre', 'Precio'],
      ['7800033300001', 'Gasa', 990],
    ]),
  )
  await reportOf('done/antes.csv')
  const outside = await makeImportFolder()
  await outside.drop('caja.xlsx.txt', 'de otro')
  const known = await makeProduct(database, { stock: 5, cost: 1_000 })
  const release = await holdSavedImports()
  await drop('caja.xlsx', await workbook([rowOf(known, { Stock: 50 })]))
  await untilSaved('caja.xlsx')
  await rename(join(folder, 'done'), join(folder, '.done'))
  await symlink(outside.folder, join(folder, 'done'))
  await release()
  await vi.waitUntil(() => errors.length > 0, WAIT)
  await stop()
  expect(String(errors[0])).toContain("done isn't the folder that was opened")
  expect(await outside.list('.')).toEqual(['caja.xlsx.txt'])
  expect(await outside.read('caja.xlsx.txt')).toBe('de otro')
  expect(existsSync(join(folder, 'caja.xlsx'))).toBe(true)

  await rm(join(folder, 'done'))
  await startWatching({}, folder)
  expect(await reportOf('done/caja.xlsx')).toContain('Stock 5 → 50')
  await importOf('caja.xlsx')
}, 120_000)

test('a file that is written again while it is read stays, and is read again', async () => {
  const { drop, reportOf, list, read } = await startWatching()
  const listOf = (price: number) =>
    lines([
      ['Código de barras', 'Nombre', 'Precio'],
      ['7800044400001', 'Gasa', price],
    ])
  const release = await holdSavedImports()
  await drop('dos.csv', listOf(990))
  await untilSaved('dos.csv')
  await drop('dos.csv', listOf(1_090))
  await release()
  await reportOf('done/dos.csv')
  expect(await read('done/dos.csv')).toContain('1090')
  expect(await list('done')).toEqual(['dos.csv', 'dos.csv.txt'])
  expect(await productOf('7800044400001')).toMatchObject({ cost: 1_090 })
  expect((await imports()).filter(({ fileName }) => fileName === 'dos.csv')).toHaveLength(2)
}, 120_000)

test('names a folder that can’t be used, and takes its files once it can be used', async () => {
  const { folder, drop } = await makeImportFolder()
  await writeFile(join(folder, 'done'), 'no es una carpeta')
  await drop('precios.xlsx', await workbook([row()]))
  const warnings: string[] = []
  const config = readConfig({ IMPORT_QUIET_SECONDS: '0', DATA_DIR: app.config.dataDir })
  const watching = watchFolder(folder, {
    ...{ config, database, url, log: () => {}, warn: (text: string) => warnings.push(text) },
    ...{ logger: { warn: () => {} }, onError: () => {} },
  })
  onTestFinished(() => watching.stop())
  await vi.waitUntil(() => warnings.length > 0, 20_000)
  expect(warnings).toEqual([
    `IMPORT_DIR: no se leen archivos. ${join(folder, 'done')}: no es una carpeta (EEXIST).`,
  ])
  expect(existsSync(join(folder, 'precios.xlsx'))).toBe(true)
  await rm(join(folder, 'done'))
  await vi.waitUntil(() => existsSync(join(folder, 'done/precios.xlsx')), WAIT)
})

test('of two servers, one with workers, only one takes each file; after a kill before the move, the file isn’t saved again', async () => {
  const place = await makeImportFolder()
  const known = await makeProduct(database, { stock: 5, cost: 1_000 })
  const env = { IMPORT_DIR: place.folder, IMPORT_QUIET_SECONDS: '0.2', DRAIN_SECONDS: '0' }
  const servers = await Promise.all([
    startShopProcess(database, env),
    startShopProcess(database, { ...env, WORKERS: '2' }),
  ])
  const names = Array.from({ length: 3 }, (_, at) => `caja-${at}.xlsx`)
  for (const name of names) await place.drop(name, await workbook([row(), row()]))
  for (const name of names) {
    expect(await place.reportOf(`done/${name}`)).toContain('Creados: 2')
    await importOf(name)
  }
  expect(await place.list('done')).toHaveLength(2 * names.length)
  await servers[1]!.stop()

  const release = await holdSavedImports()
  await place.drop('corte.xlsx', await workbook([rowOf(known, { Stock: 50 })]))
  await untilSaved('corte.xlsx')
  process.kill(servers[0]!.pid, 'SIGKILL')
  await servers[0]!.ended
  await release()
  expect(existsSync(join(place.folder, 'corte.xlsx'))).toBe(true)

  // A sale while no server reads the folder: saving the file again would undo it.
  await database.updateTable('products').set({ stock: 48 }).where('id', '=', known.id).execute()
  await startShopProcess(database, env)
  expect(await place.reportOf('done/corte.xlsx')).toContain('Stock 5 → 50')
  await importOf('corte.xlsx')
  expect(await productOf(known.barcode)).toMatchObject({ stock: 48 })
  // A file with the same content, dropped again, is imported again.
  await place.drop('corte.xlsx', await workbook([rowOf(known, { Stock: 50 })]))
  await vi.waitUntil(async () => (await productOf(known.barcode))?.stock === 50, WAIT)
}, 300_000)

test('refuses a list without codes until a person sent it once; after that, refuses only rows that resemble a product', async () => {
  const { drop, reportOf } = await startWatching({ IMPORT_MAX_REFUSED: '60' })
  const list = (price: number, ...names: string[]) =>
    lines([['Producto', 'Precio', 'Bodega de origen'], ...names.map((name) => [name, price, 'Centro'])])
  const first = list(1_000, 'Algodón Nube 100 g', 'Crema Nube manos 50 g')
  await drop('sin-codigos-1.csv', first)
  expect(await reportOf('refused/sin-codigos-1.csv')).toMatch(
    /envíala una vez en Productos con «Revisar antes»/,
  )
  const form = multipart({}, ['fileExcel', Buffer.from(first), 'lista.csv'])
  const { status, body } = await send(importCalls.previewImport, { form, token: admin.token })
  expect(status).toBe(201)
  await send(importCalls.saveImport, { params: { id: body.data._id }, body: {}, token: admin.token })
  await drop('sin-codigos-2.csv', list(1_200, 'Algodón Nube 100 g', 'Crema Nube manos tarro 50 g'))
  const report = await reportOf('done/sin-codigos-2.csv')
  expect(report).toMatch(/Creados: 0\r\nActualizados: 1\r\nSin cambios: 0\r\nFilas rechazadas: 1\r\n/)
  expect(report).toMatch(/Se parece a «Crema Nube manos 50 g»\. Envía la lista una vez a mano/)
})
