import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#tests/app.ts'
import { makeCategory } from '#tests/factories.ts'
import { startOwnPostgres } from '#tests/own-postgres.ts'
import { query, withDatabaseName } from '#tests/postgres-server.ts'
import { startServerProcess } from '#tests/server-process.ts'
import { LOCKS } from '../database/advisory-locks.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
await chmod(dataDir, 0o711)
afterAll(() => rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 }))
const postgres = await startOwnPostgres()

/** Starts a server on a database of this file's PostgreSQL. */
const start = (database: string, env: Record<string, string> = {}) =>
  startServerProcess({ DATABASE_URL: withDatabaseName(postgres.url, database), DATA_DIR: dataDir, ...env })

test('a server that starts while the database is down, and with a folder of imports that can’t be used, reports both and comes up once the database is up', async () => {
  const IMPORT_DIR = join(dataDir, 'archivo')
  await writeFile(IMPORT_DIR, 'x')
  await query(postgres.url, 'create database later template botica')
  await postgres.stop()
  const server = await start('later', { IMPORT_DIR })
  const waiting = /^PostgreSQL no responde en \S+:5432 \((ENOENT|ECONNREFUSED)\)\. Se sigue esperando\.$/gm
  // Twice: the server keeps trying, and keeps reporting.
  await vi.waitUntil(() => (server.output().match(waiting) ?? []).length >= 2, { timeout: 60_000 })
  expect(await server.isReady()).toBe(false)
  await postgres.start()
  await vi.waitUntil(server.isReady, { timeout: 90_000, interval: 200 })
  await vi.waitUntil(() => server.output().includes('IMPORT_DIR: no se leen archivos.'), 20_000)
  expect(await server.stop()).toBe(0)
}, 200_000)

test('a server that loses its connections while it prepares the database begins again; DATABASE_POOL bounds them, and visitors read from DATABASE_REPLICA_URL', async () => {
  await query(postgres.url, 'create database replica template botica')
  const replicaUrl = withDatabaseName(postgres.url, 'replica')
  await makeCategory(openDatabase(replicaUrl), 'Copia')
  await query(postgres.url, 'create database small template botica')
  const held = openDatabase(withDatabaseName(postgres.url, 'small'), { max: 1 })
  await sql`select pg_advisory_lock(${LOCKS.startup}::bigint)`.execute(held)
  const server = await start('small', { DATABASE_POOL: '2', DATABASE_REPLICA_URL: replicaUrl })
  await vi.waitUntil(
    () => server.output().includes('Otro servidor está preparando la base de datos.'),
    60_000,
  )
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'small' and pid <> pg_backend_pid()`.execute(held)
  await vi.waitUntil(() => server.output().includes('Se perdió la conexión con PostgreSQL'), 60_000)
  await sql`select pg_advisory_unlock(${LOCKS.startup}::bigint)`.execute(held)
  await vi.waitUntil(server.isReady, { timeout: 90_000, interval: 200 })
  const { data } = await (await fetch(`${server.base}/api/category`)).json()
  expect(data).toMatchObject([{ categoryName: 'Copia' }])

  const logIn = (index: number) =>
    fetch(`${server.base}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nadie${index}@correo.cl`, password: 'una-clave' }),
    })
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => logIn(index)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = 'small' and application_name = 'botica' and pid <> pg_backend_pid()`.execute(
    held,
  )
  expect(rows).toEqual([{ n: 2 }])
  expect(await server.stop()).toBe(0)
}, 150_000)

test('a development server stops on a signal like any other server', async () => {
  await query(postgres.url, 'create database development template botica')
  const DATABASE_URL = withDatabaseName(postgres.url, 'development')
  const server = await startServerProcess({ DATABASE_URL, DATA_DIR: dataDir }, ['server/main.ts', '--dev'])
  await vi.waitUntil(server.isReady, { timeout: 90_000, interval: 200 })
  expect(await server.stop()).toBe(0)
}, 150_000)

test.each([
  [
    'an unknown database',
    (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
    'no tiene esta base de datos (3D000)',
  ],
  [
    'an unknown user',
    (url: URL) => Object.assign(url, { username: 'nadie' }),
    'no acepta a este usuario (28000)',
  ],
])(
  '%s ends the start with a message, without the address',
  async (_, change, message) => {
    const DATABASE_URL = change(new URL(postgres.url)).href.replace('@', ':secreto@')
    const server = await start('', { DATABASE_URL })
    expect(await server.ended).toBe(1)
    expect(server.output()).toMatch(/^DATABASE_URL: PostgreSQL en /m)
    expect(server.output()).toContain(message)
    expect(server.output()).not.toContain('secreto')
  },
  90_000,
)
