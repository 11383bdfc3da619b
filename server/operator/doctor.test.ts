import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, createDatabase } from '#tests/app.ts'
import { runProgram } from '#tests/commands.ts'

const database = await createDatabase()
const DATABASE_URL = await addressOf(database)
const DATA_DIR = await mkdtemp(join(tmpdir(), 'botica-doctor-'))
afterAll(() => rm(DATA_DIR, { recursive: true }))

/** Runs the program like `npm run doctor`, and measures its time. */
async function run(env: Record<string, string> = {}) {
  const startedAt = performance.now()
  const result = await runProgram('server/operator/doctor.ts', [], { DATABASE_URL, DATA_DIR, ...env })
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 }
}

test('reports everything in words without a running shop, and advice is no alarm', async () => {
  const { code, stdout, stderr } = await run()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Botica \d/)
  expect(stdout).toMatch(/Base de datos: .* MB; su reloj/)
  expect(stdout).toMatch(/Aviso \(smtp\): /)
  expect(stdout).toMatch(/Todo en orden\.\n$/)
  expect(stdout).not.toContain('ALARMA')
})

test('ends with 1 for an alarm', async () => {
  const IMPORT_DIR = join(DATA_DIR, 'archivo')
  await writeFile(IMPORT_DIR, 'x')
  const { code, stdout } = await run({ IMPORT_DIR })
  expect(code).toBe(1)
  expect(stdout).toContain(`ALARMA (import-folder): No se leen los archivos de IMPORT_DIR. ${IMPORT_DIR}`)
  expect(stdout).not.toContain('Todo en orden')
})

test('without a database ends with 1, in time, and without printing the password', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  for (const env of [
    { DATABASE_URL: 'postgresql://botica:secreto@127.0.0.1:9/botica' },
    { DATABASE_URL: `postgresql://botica:secreto@127.0.0.1:${port}/botica` },
    { DATABASE_URL: '' },
  ]) {
    const { code, stdout, stderr, seconds } = await run(env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('ALARMA (database): ')
    expect(stdout).toMatch(/Disco: +[\d,]+ GB libres/)
    expect(stdout).not.toContain('secreto')
    expect(seconds).toBeLessThan(15)
  }
})

test('tables of another version are an alarm', async () => {
  const other = await createDatabase()
  await sql`delete from kysely_migration where name = '081-merged-names'`.execute(other)
  const { code, stdout } = await run({ DATABASE_URL: await addressOf(other) })
  expect(code).toBe(1)
  expect(stdout).toContain('ALARMA (tables): ')
})
