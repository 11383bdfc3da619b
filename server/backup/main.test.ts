import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { readMigrations } from '#server/database/apply-migrations.ts'
import { connect } from '#server/database/connection.ts'
import { migrate, migrationNames } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { addressOf, createDatabase } from '#tests/app.ts'
import { rowsOf } from '#tests/backups.ts'
import { runProgram } from '#tests/commands.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { query } from '#tests/postgres-server.ts'
import { asAccount, findAccount } from '../database/embedded/account.ts'
import { startEmbedded } from '../database/embedded/start.ts'
import { readBackup } from './manifest.ts'

const OLD_BINARIES = '/usr/lib/postgresql/15/bin'
const folders: string[] = []
afterAll(() =>
  Promise.all(folders.map((folder) => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }))),
)

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  // PostgreSQL's own account has to reach it when the tests run as root.
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

/** Runs the program like `npm run backup` and `npm run restore`. */
const run = (parameters: string[], env: Record<string, string>) =>
  runProgram('server/backup/main.ts', parameters, env)

async function withEmbedded<Result>(
  dataDir: string,
  work: (database: Db) => Promise<Result>,
): Promise<Result> {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const database = connect(embedded.url, { onError: () => {} })
  try {
    return await work(database)
  } finally {
    await database.destroy()
    await embedded.stop()
  }
}

const emails = async (database: Db) =>
  (await database.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email)

test('the embedded database is backed up while it runs and while it is stopped, and restored into a new folder', async () => {
  const [dataDir, elsewhere] = [await newFolder(), await newFolder()]
  const expected = await withEmbedded(dataDir, async (database) => {
    // An older version: the restore must apply the later migrations.
    await migrate(database, migrationNames[0])
    await sql`insert into users (email, password_hash, name) values ('a@correo.cl', '', 'A'), ('b@correo.cl', '', 'B')`.execute(
      database,
    )
    const done = await run(['backup', join(elsewhere, 'en-marcha')], { DATA_DIR: dataDir })
    expect(done.stderr).toBe('')
    expect(done.stdout).toMatch(/^ {2}users: 2 filas$/m)
    expect(await sql`select 1`.execute(database)).toBeDefined()
    return emails(database)
  })

  const stopped = await run(['backup'], { DATA_DIR: dataDir })
  expect(stopped.stderr).toBe('')
  const [name] = await readdir(join(dataDir, 'backups'))
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)
  expect((await stat(join(dataDir, 'backups'))).mode & 0o777).toBe(0o700)

  const { manifest } = await readBackup(join(dataDir, 'backups', name!))
  expect(manifest.tables.find((table) => table.name === 'users')?.rows).toBe(2)

  const fresh = await newFolder()
  const restored = await run(['restore', join(elsewhere, 'en-marcha')], { DATA_DIR: fresh })
  expect(restored.stderr).toBe('')
  expect(restored.stdout).toContain('Restauración terminada')
  await withEmbedded(fresh, async (database) => {
    expect(await emails(database)).toEqual(expected)
    expect(await readMigrations(database)).toEqual(migrationNames)
    const again = await run(['restore', join(elsewhere, 'en-marcha')], { DATA_DIR: fresh })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Solo se restaura en una base/) })
    expect(await emails(database)).toEqual(expected)
  })
}, 120_000)

test('backs up a PostgreSQL server with only its address', async () => {
  const database = await createDatabase()
  await makeUser(database)
  const folder = join(await newFolder(), 'respaldo')
  const env = { DATA_DIR: await newFolder(), DATABASE_URL: await addressOf(database) }
  expect(await run(['backup', folder], env)).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).migrations).toEqual(migrationNames)
  expect(await readdir(env.DATA_DIR)).toEqual([])
})

test('writes a backup without the missing images, reports their number, and ends with exit status 2', async () => {
  const database = await createDatabase()
  const product = await makeProduct(database)
  const photo = `${'ab'.repeat(16)}.webp`
  await database.updateTable('products').set({ photo }).where('id', '=', product.id).execute()
  const dataDir = await newFolder()
  const folder = join(dataDir, 'respaldo')
  const done = await run(['backup', folder], { DATA_DIR: dataDir, DATABASE_URL: await addressOf(database) })
  expect(done).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(`Respaldo terminado: ${folder}`),
    stderr: expect.stringMatching(/^Al respaldo le faltan imágenes: 1 que la base de datos nombra no está/),
  })
  expect((await readBackup(folder)).manifest.images).toMatchObject({ store: 'disk', missing: 1 })
})

/** Runs a PostgreSQL of another major version on `dataDir/postgres`, like an older release of the shop. */
async function withOldEmbedded(
  dataDir: string,
  work: (database: Db, url: string) => Promise<void>,
): Promise<void> {
  const data = join(dataDir, 'postgres')
  const account = findAccount(undefined)
  await mkdir(data)
  if (account) await chown(data, account.uid, account.gid)
  const options = ['-U', 'botica', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(join(OLD_BINARIES, 'initdb'), ['-D', data, ...options], asAccount(account))
  const settings = ['-k', data, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'log_min_messages=fatal']
  const server = spawn(join(OLD_BINARIES, 'postgres'), ['-D', data, ...settings], {
    ...asAccount(account),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  const url = (name: string) => `postgresql://botica@localhost/${name}?host=${encodeURIComponent(data)}`
  await vi.waitFor(() => query(url('postgres'), 'create database botica'), { timeout: 20_000 })
  const database = connect(url('botica'), { onError: () => {} })
  try {
    await work(database, url('botica'))
  } finally {
    await database.destroy()
    server.kill('SIGINT')
    await ended
  }
}

test.skipIf(!existsSync(OLD_BINARIES))(
  `the embedded database of another major version is refused, and moved by a backup (skipped: needs ${OLD_BINARIES}, from Debian's package postgresql-15)`,
  async () => {
    const dataDir = await newFolder()
    const folder = join(await newFolder(), 'respaldo')
    let expected: Record<string, string[]> = {}
    await withOldEmbedded(dataDir, async (database, url) => {
      await migrate(database)
      await makeUser(database)
      await makeProduct(database)
      const done = await run(['backup', folder], { DATA_DIR: dataDir, DATABASE_URL: url })
      expect(done).toMatchObject({ code: 0, stderr: '' })
      expected = await rowsOf(database)
    })

    const refusal = {
      code: 1,
      stderr: expect.stringMatching(
        /^La base de datos \S+ es de PostgreSQL 15, y esta versión de Botica trae PostgreSQL \d+, .*npm run restore -- /s,
      ),
    }
    expect(await run(['backup'], { DATA_DIR: dataDir })).toMatchObject(refusal)
    expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('15\n')

    const fresh = await newFolder()
    const restored = await run(['restore', folder], { DATA_DIR: fresh })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    await withEmbedded(fresh, async (database) => expect(await rowsOf(database)).toEqual(expected))
  },
  120_000,
)

test('reports errors and leaves no files behind', async () => {
  const dataDir = await newFolder()
  expect(await run(['backup'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No hay una base de datos en /),
  })
  expect(await run(['restore'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Uso: /),
  })
  expect(await run(['restore', dataDir], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no es un respaldo de Botica'),
  })
  expect(await run(['backup'], { PORT: 'x' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PORT'),
  })
  expect(await readdir(dataDir)).toEqual([])
})
