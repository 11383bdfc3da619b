import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { addressOf, createDatabase } from '#tests/app.ts'
import { makeBackupsFolder, rowsOf } from '#tests/backups.ts'
import { runProgram } from '#tests/commands.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { freePort } from '#tests/processes.ts'
import { asBackupBucket, readObjects, startS3 } from '#tests/s3.ts'
import { startServerProcess, startShopProcess } from '#tests/server-process.ts'
import { readBackupState } from '../features/backups/backup-state.ts'
import { writeIdentity } from './encrypt.ts'

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.age$/
const run = (parameters: string[], env: Record<string, string>) =>
  runProgram('server/backup/main.ts', parameters, env)

const store = await startS3()

/** The number of finished backups that a program's output reports. */
const finished = (text: string) => text.match(/Respaldo terminado y probado/g)?.length ?? 0

test('two servers, one of them with workers, prove and upload backups and keep one of today; metrics show age, proof and upload', async () => {
  const database = await createDatabase()
  await makeUser(database)
  const BACKUP_DIR = await makeBackupsFolder()
  // Backups of before: an old one, and one of today.
  const earlier = ['2020-01-01T03-10-00', `${new Date().toISOString().slice(0, 10)}T00-00-00`]
  for (const name of earlier) await mkdir(join(BACKUP_DIR, name))
  await writeFile(join(BACKUP_DIR, 'notas.txt'), 'ajeno')
  const METRICS_PORT = String(await freePort())
  const BACKUP_ENCRYPT_TO = await writeIdentity(join(await makeBackupsFolder(), 'llave.txt'))
  const encrypted = { BACKUP_ENCRYPT_TO, ...asBackupBucket(store.env) }
  const env = { BACKUP_DIR, BACKUP_EVERY_SECONDS: '4', BACKUP_KEEP: '1,0,0', ...encrypted }
  const servers = await Promise.all([
    startShopProcess(database, { ...env, METRICS_PORT }),
    startShopProcess(database, { ...env, WORKERS: '2' }),
  ])
  const output = () => servers.map((server) => server.output()).join('\n')
  await vi.waitUntil(() => finished(output()) >= 1, { timeout: 180_000, interval: 200 })
  const scrape = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  await vi.waitUntil(async () => (await scrape()).includes('\nbotica_backup_uploaded 1\n'), {
    timeout: 120_000,
    interval: 500,
  })
  expect(await scrape()).toContain('\nbotica_backup_proved 1\n')
  const [, age] = /^botica_backup_age_seconds (\S+)$/m.exec(await scrape()) ?? []
  expect(Number(age)).toBeGreaterThan(0)
  expect(Number(age)).toBeLessThan(3_600)
  const backups = async () => (await readdir(BACKUP_DIR)).filter((name) => !name.includes('.part-'))
  await vi.waitUntil(async () => !(await backups()).some((name) => earlier.includes(name)), 60_000)
  await Promise.all(servers.map((server) => server.stop()))
  expect(output()).not.toMatch(/falló|no se pudo/)
  const left = await backups()
  // The stop may have come between a backup and the removal of the previous backup.
  const made = left.filter((name) => NAME.test(name)).length
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThanOrEqual(2)
  expect(left).toContain('notas.txt')
  expect(await readBackupState(database)).toMatchObject({ at: expect.any(String), proved: true })
}, 240_000)

test('one of several processes makes a due backup: encrypted, with nothing readable in its folder, and restored only with the private key', async () => {
  const database = await createDatabase()
  await makeUser(database, { role: 'Administrador' })
  await makeProduct(database, { tradename: 'Losartán 50 mg' })
  const folder = await makeBackupsFolder()
  const keys = { right: join(folder, 'llave.txt'), wrong: join(folder, 'otra.txt') }
  const made = await run(['backup', '--new-identity', keys.right], {})
  const BACKUP_ENCRYPT_TO = /BACKUP_ENCRYPT_TO=(age1\w+)/.exec(made.stdout)?.[1] ?? ''
  await writeIdentity(keys.wrong)
  expect(await run(['backup', '--new-identity', keys.right], {})).toMatchObject({ code: 1 })

  const BACKUP_DIR = join(folder, 'respaldos')
  const DATABASE_URL = await addressOf(database)
  const env = { BACKUP_DIR, BACKUP_ENCRYPT_TO, DATA_DIR: join(folder, 'datos'), DATABASE_URL }
  const makeDue = () => runProgram('server/backup/make-due-backup.ts', [], env)
  const first = await Promise.all([makeDue(), makeDue()])
  expect(first.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }))
  expect(first.map(({ stdout }) => finished(stdout)).toSorted()).toEqual([0, 1])
  expect(await makeDue()).toMatchObject({ code: 0, stdout: '' })
  const [name, ...others] = await readdir(BACKUP_DIR)
  expect(others).toEqual([])
  expect(name).toMatch(NAME)
  const file = join(BACKUP_DIR, name!)
  expect((await readFile(file, 'latin1')).slice(0, 21)).toBe('age-encryption.org/v1')

  const byHand = await run(['backup'], {
    ...env,
    ...asBackupBucket(store.env),
  })
  expect(byHand).toMatchObject({ code: 0, stderr: '' })
  const newest = (await readdir(BACKUP_DIR)).toSorted().at(-1)!
  const downloaded = join(folder, 'descargado.tar.age')
  await writeFile(downloaded, (await readObjects(store.env))[newest]!)

  const target = await createDatabase()
  const restored = (parameters: string[]) =>
    addressOf(target).then((DATABASE_URL) =>
      run(['restore', ...parameters], { DATABASE_URL, DATA_DIR: join(folder, 'restaurado') }),
    )
  expect(await restored([file])).toMatchObject({ code: 1, stderr: expect.stringContaining('--identity') })
  expect(await restored(['--identity', keys.wrong, file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no se puede descifrar'),
  })
  expect(await restored(['--identity', keys.right, downloaded])).toMatchObject({ code: 0, stderr: '' })
  const [before, after] = [await rowsOf(database), await rowsOf(target)]
  expect(after.products).toEqual(before.products)
  expect(after.users).toEqual(before.users)
  expect((await readdir(join(folder, 'restaurado'))).filter((name) => name.startsWith('restore-'))).toEqual(
    [],
  )
}, 240_000)

test('a public key with a typing error ends the start', async () => {
  const BACKUP_ENCRYPT_TO = 'age1j6ngkknnc4kxr35tey95d0w2gn7pye9mmmnezcfeeqrzefdh79eq3fjxs8'
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  afterAll(() => rm(dataDir, { recursive: true }))
  const server = await startServerProcess({ DATA_DIR: dataDir, BACKUP_ENCRYPT_TO })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('BACKUP_ENCRYPT_TO')
})
