import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without variables the shop runs on this machine', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    demo: true,
    trustProxy: false,
    limitPerAddress: true,
    retention: { prescriptionDays: 90, activityDays: 365, outboxDays: 30 },
  })
})

test('with DATABASE_URL the demo is off by default', () => {
  const DATABASE_URL = 'postgres://botica@db/botica'
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('only a server that shares its database waits for a balancer before it stops', () => {
  const DATABASE_URL = 'postgres://botica@db/botica'
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ DATABASE_URL }).drainSeconds).toBe(3)
  expect(readConfig({ DATABASE_URL, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
})

test('the five variables of an image store go together', () => {
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
    expect(() => readConfig({ ...S3, [name]: '' })).toThrow(new RegExp(`${name}="": se espera un valor`))
  }
})

test.each([
  ['S3_ENDPOINT', 'almacen.example'],
  ['PORT', 'ochenta'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'botica.cl'],
  ['ADMIN_EMAIL', 'nadie'],
  ['ADMIN_PASSWORD', 'corta'],
  ['SMTP_URL', 'mail.botica.cl'],
  ['MAIL_FROM', 'Botica'],
  ['MAIL_FROM', 'a@b.cl, c@d.cl'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', 'on'],
  ['DEMO', 'true'],
  ['RETAIN_PRESCRIPTIONS_DAYS', '-1'],
  ['RETAIN_ACTIVITY_DAYS', '1.5'],
  ['RETAIN_OUTBOX_DAYS', 'un mes'],
  ['DRAIN_SECONDS', '-1'],
])('%s=%s is refused with a message that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}="${value}": se espera`))
})

test.each([
  ['', { name: 'Botica', address: 'contacto@botica.example' }],
  ['hola@botica.cl', { name: 'Botica', address: 'hola@botica.cl' }],
  ['Botica Ñuñoa <hola@botica.cl>', { name: 'Botica Ñuñoa', address: 'hola@botica.cl' }],
])('with MAIL_FROM=%j mails come from %o', (MAIL_FROM, sender) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual(sender)
})
