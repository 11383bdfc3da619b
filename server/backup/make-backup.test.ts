import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import { readConfig } from '#server/config.ts'
import { composeMail } from '#server/features/notifications/compose-mail.ts'
import { addressOf, createTestApp, openDatabase } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { image } from '#tests/images.ts'
import { noPgbouncer, startPgbouncer } from '#tests/pgbouncer.ts'
import { query } from '#tests/postgres-server.ts'
import { readObjects, s3Env, startS3 } from '#tests/s3.ts'
import {
  beginAttempt,
  isBackupDue,
  noteBackupsOn,
  readBackupState,
} from '../features/backups/backup-state.ts'
import { warnAdministrators } from '../features/backups/warn-administrators.ts'
import { readBackup as readStatus } from '../features/status/backup-part.ts'
import { createS3Client } from '../images/s3-client.ts'
import { storeImage } from '../images/store-image.ts'
import { writeIdentity } from './encrypt.ts'
import { makeBackup } from './make-backup.ts'
import { readBackup } from './manifest.ts'
import { ENCRYPTED_SUFFIX, nameBackup } from './retention.ts'
import { uploadBackups } from './upload-backups.ts'

/** A shop with a product, its image, an administrator, and a disabled administrator. */
async function openShop() {
  const shop = await createTestApp({ BACKUP_DIR: '/replaced' })
  const { database, images } = shop
  const folder = join(shop.config.dataDir, 'respaldos')
  const config = { ...shop.config, backups: { ...shop.config.backups, folder } }
  const admin = await makeUser(database, { role: 'Administrador' })
  const gone = await makeUser(database, { role: 'Administrador' })
  await sql`update users set disabled_at = now() where id = ${gone.id}`.execute(database)
  const product = await makeProduct(database)
  await storeImage(images, { kind: 'product', bytes: await image() }, (name) =>
    database.updateTable('products').set({ photo: name }).where('id', '=', product.id).execute(),
  )
  const lines: string[] = []
  let made = 0
  const back = async (change: Partial<Parameters<typeof makeBackup>[0]> = {}) => {
    lines.length = 0
    const log = (text: string) => lines.push(text)
    // Two backups of one second would have one name.
    const at = new Date(Date.now() + 1000 * made++)
    await makeBackup({ database, url: await addressOf(database), config, at, log, warn: log, ...change })
    return lines
  }
  const board = async () => (await shop.send(boardCalls.readBoard, { token: admin.token })).body.data.backup
  return { ...shop, folder, config, admin, back, board }
}

const mails = (database: Parameters<typeof readBackupState>[0]) =>
  database.selectFrom('mails').select(['cause', 'message']).where('cause', 'like', 'backup%').execute()

const { database, folder, back, board, admin, config } = await openShop()
const store = await startS3()

// Notes the name of each scratch database, since other test files prove backups on the same server.
await sql`create schema watched`.execute(database)
await sql`create table watched.scratches (name text)`.execute(database)
await sql`create function watched.note() returns trigger language plpgsql security definer as
  $$ begin insert into watched.scratches values (new.scratch); return null; end $$`.execute(database)
await sql`create trigger note_scratch after update of scratch on backup_state
  for each row when (new.scratch <> '') execute function watched.note()`.execute(database)

/** How many databases were made to prove backups, and which of them still exist. */
async function scratches() {
  const { rows } = await sql<{ name: string; exists: boolean }>`
    select name, exists (select from pg_database where datname = name) as exists from watched.scratches`.execute(
    database,
  )
  return { made: rows.length, left: rows.filter(({ exists }) => exists) }
}

const databaseExists = async (name: string) => {
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(database)
  return rows.length > 0
}

test('a backup is proved by restoring it, and leaves no database behind', async () => {
  await beginAttempt(database, nameBackup(new Date()))
  expect(await readBackupState(database)).toMatchObject({ at: null, error: '' })
  expect(await back()).toEqual([expect.stringMatching(/^Respaldo terminado y probado: /)])
  const [name] = await readdir(folder)
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name!, 'manifest.json'))).mode & 0o777).toBe(0o600)
  const { manifest } = await readBackup(join(folder, name!))
  expect(manifest.images).toMatchObject({ store: 'disk', missing: 0 })
  expect(manifest.tables.map((table) => table.name)).not.toContain('backup_state')
  expect(await readBackupState(database)).toMatchObject({ at: expect.any(String), proved: true, error: '' })
  expect(await board()).toBeNull()
  expect(await mails(database)).toEqual([])
  expect(await scratches()).toEqual({ made: 1, left: [] })
})

test('a backup that can’t be restored is kept, named, shown on the board and mailed once a day to enabled administrators', async () => {
  // A row that no restored database accepts.
  await sql`alter table user_interests disable trigger all`.execute(database)
  await sql`insert into user_interests (user_id, category_id) values (${admin.id}, gen_random_uuid())`.execute(
    database,
  )
  onTestFinished(async () => {
    await sql`delete from user_interests`.execute(database)
    await sql`alter table user_interests enable trigger all`.execute(database)
  })
  const [line] = await back()
  expect(line).toMatch(/^El respaldo \S+-sin-probar no se pudo probar: /)
  await back()
  expect((await readdir(folder)).filter((name) => name.endsWith('-sin-probar'))).toHaveLength(1)
  expect(await readBackupState(database)).toMatchObject({ proved: false, error: expect.any(String) })
  expect(await board()).toMatchObject({ problem: 'unproved', at: expect.any(String) })
  const queued = await mails(database)
  expect(queued.map(({ message }) => message)).toEqual([
    { kind: 'backup-failed', userId: admin.id, day: expect.any(String) },
  ])
  const mail = await composeMail(database, { cause: '', job: queued[0]!.message as never })
  expect(mail?.subject).toContain('el respaldo no se pudo probar')
  expect((await scratches()).left).toEqual([])
})

test('a folder that can’t be written is a failure, and the next good backup ends the warnings', async () => {
  const blocked = { ...config, backups: { ...config.backups, folder: join(config.dataDir, 'archivo') } }
  await writeFile(blocked.backups.folder, '')
  expect((await back({ config: blocked }))[0]).toMatch(
    /^El respaldo falló: No se puede escribir en la carpeta/,
  )
  expect(await board()).toMatchObject({ problem: 'failed' })
  const [{ message } = { message: null }] = await mails(database)
  expect((await composeMail(database, { cause: '', job: message as never }))?.subject).toContain(
    'el respaldo no se pudo hacer',
  )
  await back()
  expect(await board()).toBeNull()
  expect(await composeMail(database, { cause: '', job: message as never })).toBeUndefined()
})

test('a failed upload keeps the backup and sends a mail; the next run uploads missing backups and removes only expired ones of the bucket', async () => {
  await database.deleteFrom('mails').execute()
  const encrypted = join(config.dataDir, 'cifrados')
  const backups = {
    ...config.backups,
    folder: encrypted,
    keep: { days: 3, weeks: 0, months: 0 },
    encryptTo: await writeIdentity(join(config.dataDir, 'llave.txt')),
  }
  const using = (env: Record<string, string>) => ({
    ...config,
    backups: { ...backups, bucket: readConfig(env).s3! },
  })
  const good = using(store.env)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const warnings = async () => (await readStatus(database, good)).warnings.map(({ code }) => code)

  const lines = await back({ config: using(s3Env('http://127.0.0.1:9')), at: daysAgo(1) })
  expect(lines).toEqual([
    expect.stringMatching(/^Respaldo terminado y probado: /),
    'El respaldo no está en el bucket: No se pudo subir al bucket botica: ECONNREFUSED.',
  ])
  expect(await readBackupState(database)).toMatchObject({ proved: true, error: expect.any(String) })
  expect(await board()).toMatchObject({
    problem: 'not-uploaded',
    error: 'No se pudo subir al bucket botica: ECONNREFUSED.',
  })
  // A later backup, while it is being made, changes nothing.
  await beginAttempt(database, nameBackup(new Date()))
  expect(await board()).toMatchObject({ problem: 'not-uploaded' })
  expect(await warnings()).toEqual(['backup', 'backup-disk'])
  const [{ message } = { message: null }] = await mails(database)
  expect((await composeMail(database, { cause: '', job: message as never }))?.subject).toContain(
    'el respaldo no se pudo subir al bucket',
  )

  // Larger than a part of the upload.
  await writeFile(join(encrypted, `${nameBackup(daysAgo(2))}${ENCRYPTED_SUFFIX}`), randomBytes(17 * 2 ** 20))
  await writeFile(join(encrypted, `notas${ENCRYPTED_SUFFIX}`), 'ajeno')
  const client = createS3Client(good.backups.bucket, {})
  const foreign = ['2020-01-01T03-10-00', 'notas.txt', `viejos/2020-01-01T03-10-00${ENCRYPTED_SUFFIX}`]
  for (const Key of [...foreign, `2020-01-01T03-10-00${ENCRYPTED_SUFFIX}`])
    await client.send(new PutObjectCommand({ Bucket: 'botica', Key, Body: 'ajeno' }))
  expect((await back({ config: good }))[1]).toBe('Los respaldos están en el bucket botica')
  const objects = await readObjects(store.env)
  const kept = (await readdir(encrypted)).filter((name) => /^\d/.test(name))
  expect(kept).toHaveLength(3)
  expect(Object.keys(objects).toSorted()).toEqual([...foreign, ...kept].toSorted())
  for (const name of kept)
    expect(objects[name]!.equals(await readFile(join(encrypted, name))), name).toBe(true)
  expect(await board()).toBeNull()
  expect(await warnings()).toEqual([])
  expect(await composeMail(database, { cause: '', job: message as never })).toBeUndefined()

  // Later names, as from a server whose clock is ahead, don't prevent the upload of the folder's newest backup.
  for (const day of ['01', '02', '03'])
    await client.send(
      new PutObjectCommand({
        Bucket: 'botica',
        Key: `2100-01-${day}T03-10-00${ENCRYPTED_SUFFIX}`,
        Body: 'ajeno',
      }),
    )
  const newest = kept.toSorted().at(-1)!
  await client.send(new DeleteObjectCommand({ Bucket: 'botica', Key: newest }))
  await uploadBackups({ ...good.backups, warn: console.error })
  expect(Object.keys(await readObjects(store.env))).toContain(newest)

  // As after an upload that was killed half a day ago.
  await sql`update backup_state set uploaded = false, made_at = ${daysAgo(0.6)}`.execute(database)
  expect(await board()).toMatchObject({ problem: 'not-uploaded', error: '' })
})

test('a role that may not create databases gets told what to grant', async () => {
  const role = `botica_test_${process.pid}`
  const url = await addressOf(database)
  await query(url, `create role ${role} login`)
  await query(
    url,
    `grant all on all tables in schema public to ${role}; grant all on all sequences in schema public to ${role}`,
  )
  onTestFinished(async () => void (await query(url, `drop owned by ${role}; drop role ${role}`)))
  const address = new URL(url)
  address.username = role
  const limited = openDatabase(address.href, { max: 2 })
  const [line] = await back({ database: limited, url: address.href })
  expect(line).toMatch(new RegExp(`-sin-probar no se pudo probar: .* ALTER ROLE ${role} CREATEDB;$`))
})

test.skipIf(noPgbouncer)(
  `behind a pooler a backup is proved too (${noPgbouncer ?? 'transaction mode'})`,
  async () => {
    const url = await startPgbouncer(await addressOf(database))
    const pooled = openDatabase(url, { pooler: 'transaction', max: 2 })
    const lines = await back({ database: pooled, url, config: { ...config, databasePooler: 'transaction' } })
    expect(lines).toEqual([expect.stringMatching(/^Respaldo terminado y probado: /)])
    expect((await scratches()).left).toEqual([])
  },
)

test('the next attempt removes the database and the files of a killed attempt, and no other database', async () => {
  const [left, foreign] = ['botica_prueba_abandonada', 'botica_prueba_ajena']
  const server = inject('postgresUrl')
  for (const name of [left, foreign]) await query(server, `create database ${name}`)
  onTestFinished(async () => void (await query(server, `drop database ${foreign}`)))
  await mkdir(join(folder, '2026-11-25T03-10-00-sin-probar.part-a1B2c3'), { recursive: true })
  await sql`update backup_state set attempt = '2026-11-25T03-10-00', scratch = ${left}`.execute(database)
  await back()
  expect([await databaseExists(left), await databaseExists(foreign)]).toEqual([false, true])
  expect((await readdir(folder)).filter((name) => name.includes('.part-'))).toEqual([])
})

test('a backup is due once a night, after a missed one, and an hour after a failure', async () => {
  await sql`delete from backup_state`.execute(database)
  const due = (now: string, everySeconds?: number) => isBackupDue(database, { everySeconds }, new Date(now))
  const set = (made_at: string | null, tried_at: string | null) =>
    sql`update backup_state set made_at = ${made_at}, tried_at = ${tried_at}`.execute(database)
  await noteBackupsOn(database)
  expect(await due('2026-11-25T15:00:00Z')).toBe(true)
  // 03:10 in Santiago is 06:10 UTC in summer, and 07:10 in winter.
  await set('2026-11-24T06:11:00Z', '2026-11-24T06:11:00Z')
  expect(await due('2026-11-25T06:09:00Z')).toBe(false)
  expect(await due('2026-11-25T06:10:30Z')).toBe(true)
  await set('2026-07-24T07:11:00Z', '2026-07-24T07:11:00Z')
  expect(await due('2026-07-25T07:09:00Z')).toBe(false)
  expect(await due('2026-07-25T07:10:30Z')).toBe(true)
  await set('2026-11-24T06:11:00Z', '2026-11-25T06:11:00Z')
  expect(await due('2026-11-25T07:10:00Z')).toBe(false)
  expect(await due('2026-11-25T07:12:00Z')).toBe(true)
  await set('2026-11-25T06:11:00Z', '2026-11-25T06:11:00Z')
  expect(await due('2026-11-25T06:12:00Z', 60)).toBe(true)
  expect(await due('2026-11-25T06:12:00Z', 61)).toBe(false)
})

test('after 36 hours without a backup the administrators are warned, also when there never was one', async () => {
  await database.deleteFrom('mails').execute()
  await sql`
    update backup_state set made_at = null, error = '', on_since = now() - interval '35 hours'`.execute(
    database,
  )
  await warnAdministrators(database)
  expect(await mails(database)).toEqual([])
  await sql`update backup_state set on_since = now() - interval '37 hours'`.execute(database)
  await warnAdministrators(database)
  await warnAdministrators(database)
  expect(await board()).toEqual({ problem: 'old', at: null, error: '' })
  const [mail, ...others] = await mails(database)
  expect(others).toEqual([])
  expect((await composeMail(database, { cause: '', job: mail!.message as never }))?.subject).toContain(
    'el último respaldo',
  )
  await rm(folder, { recursive: true })
})
