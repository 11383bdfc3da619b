import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { statusCalls } from '#contract/status.ts'
import type { Role } from '#domain/users.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { makeImport } from '#tests/imports.ts'
import { selfSigned } from '#tests/self-signed.ts'
import { estimateDays, noteFreeSpace, readDisk } from './disk-part.ts'

const folder = mkdtempSync(join(tmpdir(), 'botica-status-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function statusOf({ database, send }: TestApp) {
  const { token } = await makeUser(database, { role: 'Administrador' })
  const { status, body } = await send(statusCalls.readStatus, { token })
  expect(status).toBe(200)
  return body.data
}
const codes = ({ warnings }: Awaited<ReturnType<typeof statusOf>>, level: 'advice' | 'alarm') =>
  warnings.filter((warning) => warning.level === level).map(({ code }) => code)

test('the status of a new shop has every part, and warnings of level advice only', async () => {
  const shop = await createTestApp()
  const status = await statusOf(shop)
  expect(status).toMatchObject({
    version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    uptimeSeconds: expect.any(Number),
    backup: null,
    disk: { freeBytes: expect.any(Number), daysLeft: null },
    mail: { waiting: 0, oldest: null, givenUp: 0, lastFailure: null },
    webhooks: { waiting: 0, oldest: null, failed: 0, lastFailure: null },
    imports: { waiting: 0, folder: null, files: null },
    certificate: null,
  })
  expect(status.database.bytes).toBeGreaterThan(1_000_000)
  expect(Math.abs(status.database.clockDifferenceMs ?? Number.NaN)).toBeLessThan(5_000)
  expect(codes(status, 'alarm').filter((code) => code !== 'disk')).toEqual([])
  expect(codes(status, 'advice')).toEqual(expect.arrayContaining(['backup-disk', 'smtp']))
})

test('only an Administrador can read the status', async () => {
  const { database, send } = await createTestApp()
  expect((await send(statusCalls.readStatus, {})).status).toBe(401)
  for (const role of ['Cliente', 'Marketing'] satisfies Role[]) {
    const { token } = await makeUser(database, { role })
    expect((await send(statusCalls.readStatus, { token })).status).toBe(403)
  }
})

test('warns about everything that fails or waits, and says what to do', async () => {
  const importDir = join(folder, 'importaciones')
  writeFileSync(importDir, 'no es una carpeta')
  const shop = await createTestApp({ IMPORT_DIR: importDir, SMTP_URL: 'smtp://127.0.0.1:9' })
  const { database } = shop
  await makeImport(database, { state: 'preview' })
  await sql`update product_imports set source = 'folder'`.execute(database)
  await sql`insert into mails (cause, message, queued_at, last_error)
    values ('a', '{"kind":"welcome"}', now() - interval '2 hours', 'Error: 550 <ana@correo.cl> unknown'),
      ('not-tried', '{"kind":"welcome"}', now(), '')`.execute(database)
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (url, events, secret) values ('https://caja.cl', '{order.created}', 'x') returning id`.execute(
    database,
  )
  await sql`insert into webhook_deliveries (webhook_id, type, data, due_at, last_error, last_status, happened_at) values
    (${rows[0]!.id}, 'order.created', '{}', null, 'answer', 500, now() - interval '4 days'),
    (${rows[0]!.id}, 'order.created', '{}', now(), 'timeout', null, now() - interval '2 hours')`.execute(
    database,
  )
  await sql`insert into backup_state (error, attempt, tried_at) values ('el disco está lleno', 'a', now())`.execute(
    database,
  )
  const status = await statusOf(shop)
  expect(
    codes(status, 'alarm')
      .filter((code) => code !== 'disk')
      .toSorted(),
  ).toEqual([...['backup', 'import-folder', 'mail', 'webhooks']])
  expect(codes(status, 'advice')).toEqual(expect.arrayContaining(['imports', 'webhooks-late']))
  expect(status.mail).toMatchObject({ waiting: 2, lastFailure: { error: 'Error: 550 <…> unknown' } })
  expect(status.webhooks).toMatchObject({ waiting: 1, failed: 1, lastFailure: { error: 'timeout' } })
  expect(status.imports).toEqual({ waiting: 1, folder: importDir, files: null })
  expect(status.backup).toMatchObject({ proved: false, error: 'el disco está lleno' })
  expect(status.warnings.find(({ code }) => code === 'import-folder')?.message).toContain(importDir)
  expect(status.warnings.find(({ code }) => code === 'backup')?.message).toContain('npm run backup')
})

test('a part that can’t be read becomes a warning, and the others are answered', async () => {
  const shop = await createTestApp()
  await sql`alter table webhook_deliveries rename to away`.execute(shop.database)
  const status = await statusOf(shop)
  expect(status.webhooks).toBeNull()
  expect(codes(status, 'alarm')).toContain('webhooks')
  expect(status.mail).toMatchObject({ waiting: 0 })
})

/** Starts a TLS server on localhost with a self-signed certificate that ends in some days. @returns its address */
async function startTls(days: number) {
  const server = createServer(selfSigned('localhost', new Date(Date.now() + (days + 0.5) * 86_400_000)))
  server.on('connection', (socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

test.each([
  [90, []],
  [15, ['advice']],
  [3, ['alarm']],
  [-2, ['alarm']],
])('reads a certificate that ends in %d days', async (days, levels) => {
  const PUBLIC_URL = await startTls(days)
  const shop = await createTestApp({ PUBLIC_URL })
  const status = await statusOf(shop)
  expect(status.certificate).toMatchObject({ host: 'localhost', daysLeft: days })
  expect(status.warnings.filter(({ code }) => code === 'certificate').map(({ level }) => level)).toEqual(
    levels,
  )
  // Its authority is unknown, which is reported only before its end.
  expect(codes(status, 'advice').includes('certificate-trust')).toBe(days >= 0)
})

test('a certificate that can’t be read becomes advice', async () => {
  const status = await statusOf(await createTestApp({ PUBLIC_URL: 'https://127.0.0.1:9' }))
  expect(status.certificate).toBeNull()
  expect(codes(status, 'advice')).toContain('certificate')
})

test('the days until the disk is full follow from how fast the free space shrinks', async () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const noted = (day: string, freeBytes: number) => [
    { day, freeBytes },
    { day: '2026-11-22', freeBytes: 1 },
  ]
  expect(estimateDays(noted('2026-11-13', 200), 100, now)).toBe(10)
  expect(estimateDays(noted('2026-11-22', 200), 100, now)).toBeNull()
  expect(estimateDays(noted('2026-11-13', 100), 100, now)).toBeNull()
  expect(estimateDays([], 100, now)).toBeNull()

  const dataDir = mkdtempSync(join(folder, 'datos-'))
  await noteFreeSpace(dataDir, new Date('2026-11-01'))
  // Several servers may sweep at once.
  await Promise.all(Array.from({ length: 6 }, () => noteFreeSpace(dataDir, new Date('2026-11-02'))))
  await noteFreeSpace(dataDir, new Date('2026-11-02'))
  const notes = JSON.parse(readFileSync(join(dataDir, 'disk-space.json'), 'utf8'))
  expect(notes).toMatchObject([{ day: '2026-11-01' }, { day: '2026-11-02' }])
  const { value } = await readDisk(dataDir)
  notes[0].freeBytes = value.freeBytes! * 1_000
  writeFileSync(join(dataDir, 'disk-space.json'), JSON.stringify(notes))
  const soon = await readDisk(dataDir, new Date('2026-11-11'))
  expect(soon.value.daysLeft).toBe(0)
  expect(soon.warnings).toMatchObject([{ level: 'alarm', code: 'disk' }])
})
