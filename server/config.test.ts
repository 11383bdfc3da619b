import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from './config.ts'
import { environment } from './environment.ts'

test("the README's table has every variable, with its default", () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)].map(([, names = '', defaults = '']) => ({
    names: names.replaceAll('`', '').split(', '),
    defaults: defaults.split(', '),
  }))
  expect(rows.flatMap(({ names }) => names)).toEqual(Object.keys(environment.shape))
  for (const { names, defaults } of rows)
    for (const [index, name] of names.entries()) {
      const schema: z.ZodType = environment.shape[name as keyof typeof environment.shape]
      if (schema instanceof z.ZodPrefault) expect(defaults[index]).toBe(schema.def.defaultValue)
    }
})

test('without variables the shop runs on this machine', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    workers: 1,
    databasePool: 10,
    databasePooler: undefined,
    databaseReplicaUrl: undefined,
    demo: true,
    trustProxy: false,
    limitPerAddress: true,
    logRequests: false,
    metrics: undefined,
    retention: { prescriptionDays: 90, loginRecordDays: 365, outboxDays: 30, registerDays: 730 },
  })
})

test('WORKERS=auto leaves one core to the database', () => {
  const { workers } = readConfig({ WORKERS: 'auto' })
  expect(workers).toBe(Math.max(1, availableParallelism() - 1))
  expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
})

test('metrics are served on this machine only, unless a host is given', () => {
  expect(readConfig({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 })
  expect(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({
    host: '0.0.0.0',
    port: 9100,
  })
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
})

test('with DATABASE_URL the demo is off by default', () => {
  const DATABASE_URL = 'postgres://botica@db/botica'
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('only a server with DATABASE_URL waits for a load balancer before it stops', () => {
  const DATABASE_URL = 'postgres://botica@db/botica'
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ DATABASE_URL }).drainSeconds).toBe(3)
  expect(readConfig({ DATABASE_URL, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
})

test('schedules backups with the embedded database, and with another database when BACKUP_DIR is set', () => {
  const DATABASE_URL = 'postgres://botica@db/botica'
  const keep = { days: 7, weeks: 4, months: 6 }
  expect(readConfig({ DATA_DIR: '/srv/botica' }).backups).toEqual({
    scheduled: true,
    folder: '/srv/botica/backups',
    keep,
    everySeconds: undefined,
    encryptTo: undefined,
    bucket: undefined,
  })
  expect(readConfig({ DATABASE_URL }).backups.scheduled).toBe(false)
  const env = { DATABASE_URL, BACKUP_DIR: '/mnt/usb', BACKUP_KEEP: '14, 0,12', BACKUP_EVERY_SECONDS: '3600' }
  expect(readConfig(env).backups).toMatchObject({
    scheduled: true,
    folder: '/mnt/usb',
    keep: { days: 14, weeks: 0, months: 12 },
    everySeconds: 3_600,
  })
  for (const wrong of [
    { BACKUP_KEEP: '7' },
    { BACKUP_KEEP: '7,4,-1' },
    { BACKUP_EVERY_SECONDS: '0' },
    { BACKUP_EVERY_SECONDS: 'noche' },
    { BACKUP_ENCRYPT_TO: 'AGE-SECRET-KEY-1' },
  ])
    expect(() => readConfig(wrong)).toThrow(Object.keys(wrong)[0])
})

test('refuses an incomplete set of S3 variables, and a bucket for backups without a key to encrypt them', () => {
  const S3 = {
    S3_ENDPOINT: 'https://almacen.example',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'botica',
    S3_ACCESS_KEY_ID: 'llave',
    S3_SECRET_ACCESS_KEY: 'secreto',
  }
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig(S3).s3).toEqual({
    endpoint: 'https://almacen.example',
    region: 'us-east-1',
    bucket: 'botica',
    accessKeyId: 'llave',
    secretAccessKey: 'secreto',
  })
  for (const name of Object.keys(S3)) {
    expect(() => readConfig({ ...S3, [name]: '' })).toThrow(new RegExp(`${name}(="")?: se espera un valor`))
  }
  const BACKUP_ENCRYPT_TO = `age1${'q'.repeat(58)}`
  const bucket = Object.fromEntries(Object.entries(S3).map(([name, value]) => [`BACKUP_${name}`, value]))
  const { s3, backups } = readConfig({ ...bucket, BACKUP_ENCRYPT_TO })
  expect([s3, backups.bucket]).toEqual([undefined, readConfig(S3).s3])
  for (const name of Object.keys(bucket))
    expect(() => readConfig({ ...bucket, BACKUP_ENCRYPT_TO, [name]: '' })).toThrow(
      new RegExp(`${name}(="")?: se espera un valor, porque hay otras variables BACKUP_S3_`),
    )
  expect(() => readConfig(bucket)).toThrow(/BACKUP_ENCRYPT_TO="": se espera la llave pública de age, porque/)
})

test.each([
  ['PORT', 'ochenta'],
  ['PORT', '70000'],
  ['WORKERS', '0'],
  ['WORKERS', 'todos'],
  ['DATABASE_POOL', '0'],
  ['DATABASE_POOL', '201'],
  ['DATABASE_POOL', '2.5'],
  ['DATABASE_POOLER', 'session'],
  ['PUBLIC_URL', 'botica.cl'],
  ['ADMIN_EMAIL', 'nadie'],
  ['MAIL_FROM', 'Botica'],
  ['MAIL_FROM', 'a@b.cl, c@d.cl'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', 'on'],
  ['WEBHOOK_NETWORKS', '1'],
  ['WEBHOOK_NETWORKS', '10.0.0.0/33'],
  ['LOG_REQUESTS', 'yes'],
  ['METRICS_PORT', '0'],
  ['IMPORT_QUIET_SECONDS', '-1'],
  ['IMPORT_MAX_REFUSED', '101'],
  ['IMPORT_MAX_REPRICED', 'cinco'],
  ['METRICS_PORT', 'on'],
  ['DEMO', 'true'],
  ['RETAIN_PRESCRIPTIONS_DAYS', '-1'],
  ['RETAIN_ACTIVITY_DAYS', '1.5'],
  ['RETAIN_OUTBOX_DAYS', 'un mes'],
  ['RETAIN_REGISTER_DAYS', '2 años'],
  ['RETAIN_PAYMENTS_DAYS', '-365'],
  ['CANCEL_UNPAID_DAYS', '0'],
  ['CANCEL_UNPAID_DAYS', '61'],
  ['CANCEL_UNPAID_DAYS', '2.5'],
  ['CANCEL_UNPAID_DAYS', 'on'],
  ['DRAIN_SECONDS', '-1'],
])('%s=%s is refused with a message that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`${name}="${value}": se espera (?!Too|Invalid)`),
  )
})

test.each([
  ['DATABASE_URL', 'mysql://botica:s3creta@db/botica'],
  ['DATABASE_REPLICA_URL', 'mysql://botica:s3creta@db/botica'],
  ['DATABASE_URL', 'postgresql://botica:s3creta#1@db/botica'],
  ['DATABASE_URL', 'postgresql://botica:s3creta@db:puerto/botica'],
  ['SMTP_URL', 'botica:s3creta@mail.botica.cl'],
  ['SMTP_URL', 'smtp://botica:s3creta@mail.botica.cl:puerto'],
  ['ADMIN_PASSWORD', 's3creta'],
  ['ADMIN_PASSWORD', 's3creta'.repeat(20)],
  ['S3_ENDPOINT', 'botica:s3creta@almacen.example'],
  ['BACKUP_S3_ENDPOINT', 'botica:s3creta@almacen.example'],
])('an invalid %s is named, and its value is not printed', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`\n  ${name}: se espera`)
  expect(read).not.toThrow(/s3creta/)
})

test.each([
  ['7', 7],
  ['60', 60],
  ['off', undefined],
  ['', undefined],
])('CANCEL_UNPAID_DAYS=%s cancels unpaid orders after %s days', (value, days) => {
  expect(readConfig({ CANCEL_UNPAID_DAYS: value }).cancelUnpaidDays).toBe(days)
})

test('the keys of an incomplete image store are not printed', () => {
  const read = () => readConfig({ S3_ACCESS_KEY_ID: 's3creta', S3_SECRET_ACCESS_KEY: 's3creta' })
  expect(read).toThrow(/S3_BUCKET="": se espera un valor/)
  expect(read).not.toThrow(/s3creta/)
})

test.each([
  'postgresql://botica@/botica?host=%2Fsrv%2Fbotica%2Fsocket',
  'postgres://botica:s3creta%231@db:6432/botica?sslmode=require',
  'postgresql://db',
])('DATABASE_URL=%s is accepted', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['', { name: 'Botica', address: 'contacto@botica.example' }],
  ['hola@botica.cl', { name: 'Botica', address: 'hola@botica.cl' }],
  ['Botica Ñuñoa <hola@botica.cl>', { name: 'Botica Ñuñoa', address: 'hola@botica.cl' }],
])('with MAIL_FROM=%j mails come from %o', (MAIL_FROM, sender) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual(sender)
})
