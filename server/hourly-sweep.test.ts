import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { appsOnEachStore, filesIn } from '#tests/image-stores.ts'
import { image } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'
import { unavailableStore } from '#tests/s3.ts'
import { sweepHourly } from './hourly-sweep.ts'
import { storeImage } from './images/store-image.ts'
import { outboxFolder } from './mail/outbox.ts'

async function runSweep(
  { config, database, images }: TestApp,
  retention: Partial<typeof config.retention> = {},
) {
  const lines: string[] = []
  const errors: unknown[] = []
  const services = {
    config: { ...config, retention: { ...config.retention, ...retention } },
    database,
    images,
  }
  await sweepHourly(services, {
    log: (text) => lines.push(text),
    warn: (text) => lines.push(text),
    onError: (error) => errors.push(error),
  })
  return { lines, errors }
}

/** A line of the register of dispensed prescriptions, of some days ago. */
const makeRegisterLine = ({ database }: TestApp, product: string, days: number) =>
  sql`
    insert into dispensed_prescriptions (order_id, order_number, position, product_id, patient_name, patient_rut, sale_condition,
      product, dcm, quantity, dispensed_at)
    values (gen_random_uuid(), 1001, 1, gen_random_uuid(), 'Ana Soto', '12345678', 'simple', ${product}, '', 1,
      now() - make_interval(days => ${days}, mins => 1))`.execute(database)

const registerLines = async ({ database }: TestApp) => {
  const { rows } = await sql<{ product: string }>`
    select product from dispensed_prescriptions order by product`.execute(database)
  return rows.map(({ product }) => product)
}

/** A prescription request of some days ago, with its image. */
const makePrescription = async ({ database, images }: TestApp, days: number) =>
  storeImage(images, { kind: 'prescription', bytes: await image() }, (photo) =>
    database
      .insertInto('form_requests')
      .values({
        ...{
          type_form: 'prescription-book',
          fullname: 'Ana',
          email: 'ana@correo.cl',
          message: 'Crema',
          photo,
        },
        created_at: sql<Date>`now() - make_interval(days => ${days}, mins => 1)`,
      })
      .returning(['id', 'photo'])
      .executeTakeFirstOrThrow(),
  )

const photoOf = async ({ database }: TestApp, { id }: { id: string }) =>
  (await database.selectFrom('form_requests').select('photo').where('id', '=', id).executeTakeFirst())?.photo

const makeLogin = ({ database }: TestApp, name: string, days: number) =>
  sql`
    insert into user_activity (name, email, role, created_at)
    values (${name}, 'ana@correo.cl', 'Cliente', now() - make_interval(days => ${days}, mins => 1))`.execute(
    database,
  )

const logins = async ({ database }: TestApp) => {
  const { rows } = await sql<{ name: string }>`select name from user_activity order by name`.execute(database)
  return rows.map(({ name }) => name)
}

async function makeMail({ config }: TestApp, name: string, days: number) {
  const folder = outboxFolder(config.dataDir)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), 'Subject: Hola\r\n\r\nHola')
  const moment = new Date(Date.now() - days * 24 * 60 * 60 * 1000 - 60_000)
  await utimes(join(folder, name), moment, moment)
}

describe.each(await appsOnEachStore())(
  'the hourly sweep, with images on $store',
  ({ files, store: _, ...app }) => {
    test('removes data older than its retention, and logs one line with the counts', async () => {
      const [old, recent] = [await makePrescription(app, 90), await makePrescription(app, 89)]
      for (const [name, days] of [['viejo', 365] as const, ['reciente', 364] as const])
        await makeLogin(app, name, days)
      for (const [product, days] of [['Antiguo', 730] as const, ['Reciente', 729] as const])
        await makeRegisterLine(app, product, days)
      await makeMail(app, 'vieja.eml', 30)
      await makeMail(app, 'reciente.eml', 29)
      const user = await makeUser(app.database)
      await app.database
        .updateTable('sessions')
        .set({ expires_at: new Date(0) })
        .where('user_id', '=', user.id)
        .execute()
      await sql`insert into tokens (purpose, token_hash, user_id, expires_at)
        values ('password-reset', 'x', ${user.id}, now() - interval '1 minute')`.execute(app.database)
      await sql`insert into tokens (purpose, token_hash, user_id, expires_at)
        values ('known-device', 'x', ${user.id}, now() - interval '1 minute')`.execute(app.database)
      await sql`insert into audit_entries
        (actor_name, actor_email, address, action, subject_kind, subject_id, subject_label, created_at)
        values ('operador', '', '', 'user.disable', 'user', '', '', now() - interval '6 years')`.execute(
        app.database,
      )
      for (const [cause, days] of [['welcome.1', 31] as const, ['welcome.2', 29] as const])
        await sql`insert into mails (cause, message, due_at, queued_at)
        values (${cause}, '{"kind":"welcome"}', null, now() - make_interval(days => ${days}::int))`.execute(
          app.database,
        )

      const { lines, errors } = await runSweep(app)
      expect(errors).toEqual([])
      expect(lines).toEqual([
        'Limpieza: 1 sesiones vencidas, 1 navegadores vencidos, 1 enlaces vencidos, 1 registros de correos, ' +
          '1 registros de auditoría, 1 registros de ingreso, 1 recetas, 1 líneas del libro de recetas, 1 imágenes, 1 correos de outbox',
      ])
      expect(await photoOf(app, old)).toBe('')
      expect(await photoOf(app, recent)).toBe(recent.photo)
      expect(await files()).toEqual([expect.stringContaining(recent.photo.replace('.webp', ''))])
      expect(await logins(app)).toEqual(['reciente'])
      expect(await registerLines(app)).toEqual(['Reciente'])
      expect(await readdir(outboxFolder(app.config.dataDir))).toEqual(['reciente.eml'])

      expect((await runSweep(app)).lines).toEqual([])
    })
  },
)

describe('the hourly sweep', async () => {
  const app = await createTestApp()
  const imagesFolder = join(app.config.dataDir, 'images')

  test('keeps data for ever when its retention is 0 days', async () => {
    await makePrescription(app, 5_000)
    await makeLogin(app, 'viejo', 5_000)
    await makeMail(app, 'vieja.eml', 5_000)
    const never = { prescriptionDays: 0, loginRecordDays: 0, outboxDays: 0, registerDays: 0 }
    expect(await runSweep(app, never)).toEqual({ lines: [], errors: [] })
    expect(await filesIn(imagesFolder)).toHaveLength(1)
    expect(await logins(app)).toEqual(['viejo'])
    const [swept] = (await runSweep(app)).lines
    expect(swept).toBe('Limpieza: 1 registros de ingreso, 1 recetas, 1 imágenes, 1 correos de outbox')
    expect(await filesIn(imagesFolder)).toEqual([])
  })

  test('removes more than one batch', async () => {
    await sql`
      insert into form_requests (type_form, fullname, email, message, photo, created_at)
      select 'prescription-book', 'Ana', 'ana@correo.cl', 'Crema', md5(n::text) || '.webp', now() - interval '91 days'
      from generate_series(1, 1200) n`.execute(app.database)
    await sql`
      insert into user_activity (name, email, role, created_at)
      select 'Ana', 'ana@correo.cl', 'Cliente', now() - interval '366 days' from generate_series(1, 21000)`.execute(
      app.database,
    )
    const { lines } = await runSweep(app)
    expect(lines).toEqual(['Limpieza: 21000 registros de ingreso, 1200 recetas, 1200 imágenes'])
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from user_activity`.execute(app.database)
    expect(rows).toEqual([{ rows: 0 }])
  })

  test('deletes previews after a day, the data of imports after 90 days, and imports after five years', async () => {
    const { id: product } = await makeProduct(app.database)
    const make = (state: 'preview' | 'saved' | 'refused', age: string) =>
      makeImport(app.database, {
        ...{ state, age, fileName: `${state} ${age}` },
        changes: state === 'saved' ? [{ id: product, fields: { cost: 5 } }] : [],
        refused: [{ sheet: 'Hoja1', row: 2, cells: ['x'] }],
      })
    for (const age of ['1 day 1 minute', '23 hours']) await make('preview', age)
    for (const age of ['5 years 1 day', '4 years', '90 days 1 minute', '89 days']) await make('saved', age)
    await make('refused', '91 days')
    expect(await runSweep(app)).toEqual({
      lines: ['Limpieza: 1 revisiones de planillas, 4 importaciones vencidas'],
      errors: [],
    })
    const { rows } = await sql`
      select file_name as file, refused_rows is not null as rows,
        exists (select from product_import_changes where import_id = id) as undo
      from product_imports order by created_at`.execute(app.database)
    expect(rows).toEqual([
      { file: 'saved 4 years', rows: false, undo: false },
      { file: 'refused 91 days', rows: false, undo: false },
      { file: 'saved 90 days 1 minute', rows: false, undo: false },
      { file: 'saved 89 days', rows: true, undo: true },
      { file: 'preview 23 hours', rows: true, undo: false },
    ])
    expect((await runSweep(app)).lines).toEqual([])
  })

  test('removes everything once when two servers sweep at the same time', async () => {
    for (let number = 0; number < 6; number += 1) await makePrescription(app, 100)
    const runs = await Promise.all([runSweep(app), runSweep(app)])
    expect(runs.flatMap(({ errors }) => errors)).toEqual([])
    const counted = runs.flatMap(({ lines }) =>
      lines.map((line) => Number(/(\d+) recetas/.exec(line)?.[1] ?? 0)),
    )
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(await filesIn(imagesFolder)).toEqual([])
  })

  test('an image that can’t be removed is reported, doesn’t stop the rest, and is tried again', async () => {
    const stuck = await makePrescription(app, 100)
    const stem = stuck.photo.replace('.webp', '')
    const path = join(imagesFolder, 'prescription', stem.slice(0, 2), `${stem}-1600.webp`)
    // A folder in the file's place can't be removed as a file, not even by root.
    await rm(path)
    await mkdir(path)
    await makePrescription(app, 100)
    await makeMail(app, 'vieja.eml', 100)
    const first = await runSweep(app)
    expect(first.lines).toEqual(['Limpieza: 2 recetas, 1 imágenes, 1 correos de outbox'])
    expect(first.errors).toHaveLength(1)
    expect(await photoOf(app, stuck)).toBe('')
    await rm(path, { recursive: true })
    expect(await runSweep(app)).toEqual({ lines: ['Limpieza: 1 imágenes'], errors: [] })
  })

  test('removes the names of images from the rows while the image store is unavailable', async () => {
    const images = await unavailableStore()
    const requests = []
    for (let number = 0; number < 8; number += 1) requests.push(await makePrescription(app, 100))
    const failed = await runSweep({ ...app, images })
    expect(failed.lines).toEqual(['Limpieza: 8 recetas'])
    expect(failed.errors).toHaveLength(5)
    for (const request of requests) expect(await photoOf(app, request)).toBe('')
    expect((await runSweep(app)).lines).toEqual(['Limpieza: 8 imágenes'])
    expect(await filesIn(imagesFolder)).toEqual([])
  })

  test('reads the days of retention from the environment', () => {
    const { retention } = readConfig({ RETAIN_PRESCRIPTIONS_DAYS: '0', RETAIN_ACTIVITY_DAYS: '7' })
    expect(retention).toEqual({
      prescriptionDays: 0,
      loginRecordDays: 7,
      outboxDays: 30,
      registerDays: 730,
      paymentDays: 365,
    })
  })
})
