import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate, migrationNames, readMigrations } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { createDatabase } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { withDatabase } from '#tests/postgres-server.ts'
import { startEmbedded } from '../database/embedded/start.ts'
import { readBackup } from './manifest.ts'

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
async function run(parameters: string[], env: Record<string, string>) {
  return promisify(execFile)(process.execPath, ['server/backup/main.ts', ...parameters], {
    env: { PATH: process.env.PATH, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

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

test('a PostgreSQL server needs only its address', async () => {
  const database = await createDatabase()
  await makeUser(database)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  const folder = join(await newFolder(), 'respaldo')
  const env = {
    DATA_DIR: await newFolder(),
    DATABASE_URL: withDatabase(inject('postgresUrl'), rows[0]!.name),
  }
  expect(await run(['backup', folder], env)).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).migrations).toEqual(migrationNames)
  expect(await readdir(env.DATA_DIR)).toEqual([])
})

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
