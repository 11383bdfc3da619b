/** The environment variables: their checks, defaults and texts in the README. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { store } from '#store'
import { readNetworks, readTrustedProxies } from './http/trusted-proxies.ts'

/** Texts of a variable for the README's table. Of the variables that share a row, only the first has `about`. */
type Metadata = {
  /** Describes the variable, and the following variables without `about`, in the README's Markdown. */
  about?: string
  /** The default as the table shows it, for a variable without a fixed default. */
  unset?: string
  /** Whether the value is secret or contains a password: messages don't show it. */
  secret?: true
}

/** For each variable, its texts in README.md#configuration, and whether its value is secret. */
export const variableMetadata = z.registry<Metadata>()

// Each message completes the sentence "se espera …".

const onOff = z.enum(['on', 'off'], 'on u off').transform((value) => value === 'on')

const number = (min: number, max: number, expected: string) =>
  z.coerce.number(expected).min(min, expected).max(max, expected)
const integer = (min: number, max: number, expected: string) => number(min, max, expected).int(expected)

const retainDays = integer(0, 36_500, 'un número de días, o 0 para siempre')
const percent = number(0, 100, 'un porcentaje entre 0 y 100')
const folder = z.string().min(1, 'una carpeta')
const address = z.string().min(1, 'una dirección, por ejemplo 127.0.0.1')
const webAddress = z.url({ protocol: /^https?$/, error: 'una dirección http:// o https://' })
const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'una dirección postgresql://usuario:clave@servidor:5432/base')

const retention = z
  .string()
  .regex(
    /^ *\d{1,3} *, *\d{1,3} *, *\d{1,3} *$/,
    'cuántos días, semanas y meses se guardan, por ejemplo 7,4,6',
  )
  .transform((text) => text.split(',').map(Number))
  .transform(([days = 0, weeks = 0, months = 0]) => ({ days, weeks, months }))

const WORKERS = 'un número entre 1 y 64, o auto'
const workers = z.union(
  [z.literal('auto').transform(() => Math.max(1, availableParallelism() - 1)), integer(1, 64, WORKERS)],
  WORKERS,
)

const CANCEL_DAYS = 'off, o un número de días entre 1 y 60'
const cancelDays = z.union(
  [z.literal('off').transform(() => undefined), integer(1, 60, CANCEL_DAYS)],
  CANCEL_DAYS,
)

const MAIL_FROM = 'un correo, o Nombre <correo>'
const sender = z
  .string()
  .regex(/^([^<>@"]+<[^<>@\s,;]+@[^<>@\s,;]+>|[^<>@\s,;]+@[^<>@\s,;]+)$/, MAIL_FROM)
  .transform(readSender)
  .pipe(z.object({ name: z.string(), address: z.email(MAIL_FROM) }))

/** A text that `read` parses. A text for which `read` returns null is refused. */
const readBy = <Value>(read: (text: string) => Value | null, expected: string) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue(expected)
    return z.NEVER
  })

/** The environment variables, in the order of the README's table. `config.test.ts` compares the table with these declarations. */
export const environment = z.object({
  HOST: address.prefault('127.0.0.1').register(variableMetadata, { about: 'where to listen' }),
  PORT: integer(0, 65_535, 'un puerto entre 0 y 65535').prefault('3000'),
  DATA_DIR: folder
    .prefault('./data')
    .register(variableMetadata, { about: 'database, images, outgoing mail' }),
  DATABASE_URL: databaseUrl.optional().register(variableMetadata, {
    unset: 'the embedded PostgreSQL',
    about: 'a PostgreSQL server, 15 or newer',
    secret: true,
  }),
  WORKERS: workers.prefault('1').register(variableMetadata, {
    about:
      'processes that share the port, 1 to 64; `auto`: one less than there are cores ([more](docs/operations.md#one-machine))',
  }),
  DATABASE_POOL: integer(1, 200, 'un número entre 1 y 200').prefault('10').register(variableMetadata, {
    about: 'connections of each server to the database, 1 to 200; workers share them',
  }),
  DATABASE_POOLER: z.literal('transaction', 'transaction').optional().register(variableMetadata, {
    unset: 'none',
    about: '`transaction`: `DATABASE_URL` is a pgbouncer (1.18 or newer) in that mode',
  }),
  DATABASE_REPLICA_URL: databaseUrl.optional().register(variableMetadata, {
    unset: 'none',
    about: 'a copy of the database, for what visitors read',
    secret: true,
  }),
  PUBLIC_URL: webAddress.optional().register(variableMetadata, {
    unset: 'http://HOST:PORT',
    about: 'links in mails; `https://` makes cookies secure',
  }),
  ADMIN_EMAIL: z.email('un correo').toLowerCase().prefault('admin@botica.local').register(variableMetadata, {
    about: 'the first administrator, created when there is none',
  }),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'al menos 8 caracteres')
    .max(128, 'a lo más 128 caracteres')
    .optional()
    .register(variableMetadata, { unset: 'random', secret: true }),
  DEMO: onOff.optional().register(variableMetadata, {
    unset: 'on for the embedded database, else off',
    about: 'fill an empty database with the demo catalogue',
  }),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'una dirección smtp:// o smtps://usuario:clave@servidor:587')
    .optional()
    .register(variableMetadata, {
      unset: 'each mail becomes an .eml in DATA_DIR/outbox',
      about: 'the mail server: `smtp://user:password@host:587`',
      secret: true,
    }),
  MAIL_FROM: sender.optional().register(variableMetadata, {
    unset: "the shop's address",
    about: 'the sender of the mails: `Botica <ventas@…>`',
  }),
  IMPORT_DIR: folder.optional().register(variableMetadata, {
    unset: 'none',
    about:
      'a folder whose lists of products are imported by themselves; seconds without a change before a file is taken ([more](docs/operations.md#a-cash-desks-files))',
  }),
  IMPORT_QUIET_SECONDS: number(0, 3_600, 'segundos entre 0 y 3600').prefault('10'),
  IMPORT_MAX_REFUSED: percent.prefault('5').register(variableMetadata, {
    about:
      'percent of rows refused, and of prices changed by more than half, up to which such a file is saved',
  }),
  IMPORT_MAX_REPRICED: percent.prefault('5'),
  RETAIN_PRESCRIPTIONS_DAYS: retainDays.prefault('90').register(variableMetadata, {
    about:
      "days until the images of prescription requests (from the answer, or the request while there is none) and of orders' prescriptions are removed; 0, here and in the next rows, keeps them for ever",
  }),
  RETAIN_ACTIVITY_DAYS: retainDays
    .prefault('365')
    .register(variableMetadata, { about: 'the same of the login records' }),
  RETAIN_OUTBOX_DAYS: retainDays
    .prefault('30')
    .register(variableMetadata, { about: 'the same of the files in DATA_DIR/outbox' }),
  RETAIN_REGISTER_DAYS: retainDays.prefault('730').register(variableMetadata, {
    about: 'the same of the lines of the register of dispensed prescriptions',
  }),
  RETAIN_PAYMENTS_DAYS: retainDays.prefault('365').register(variableMetadata, {
    about: 'the same of the transfers of bank statements that pay no order',
  }),
  CANCEL_UNPAID_DAYS: cancelDays.prefault('off').register(variableMetadata, {
    about:
      'days, 1 to 60, after which orders without payment and proof are [cancelled](docs/checkout-and-orders.md#unpaid-orders), with a mail the day before',
  }),
  BACKUP_DIR: folder.optional().register(variableMetadata, {
    unset: 'DATA_DIR/backups',
    about:
      'where the shop puts its [backups](docs/backups.md); better on another disk. With `DATABASE_URL` backups are on only when it is set',
  }),
  BACKUP_KEEP: retention.prefault('7,4,6').register(variableMetadata, {
    about: 'of how many days, weeks and months a backup is kept',
  }),
  BACKUP_EVERY_SECONDS: integer(1, 604_800, 'segundos, al menos 1 y a lo más una semana (604800)')
    .optional()
    .register(variableMetadata, { unset: 'nightly at 03:10', about: 'seconds between backups' }),
  BACKUP_ENCRYPT_TO: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'la llave pública de age, que empieza con age1')
    .optional()
    .register(variableMetadata, {
      unset: 'not encrypted',
      about:
        'public [age](https://age-encryption.org) key, `age1…`: backups are files that only its private key opens',
    }),
  BACKUP_S3_ENDPOINT: webAddress.optional().register(variableMetadata, {
    unset: 'not uploaded',
    about:
      'upload the encrypted backups to an S3-compatible [bucket](docs/backups.md#encrypted-and-elsewhere) too; needs `BACKUP_ENCRYPT_TO`',
    secret: true,
  }),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional().register(variableMetadata, { secret: true }),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional().register(variableMetadata, { secret: true }),
  S3_ENDPOINT: webAddress.optional().register(variableMetadata, {
    unset: 'DATA_DIR/images',
    about: 'store images in an S3-compatible bucket',
    secret: true,
  }),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional().register(variableMetadata, { secret: true }),
  S3_SECRET_ACCESS_KEY: z.string().optional().register(variableMetadata, { secret: true }),
  DRAIN_SECONDS: number(0, 300, 'segundos entre 0 y 300').optional().register(variableMetadata, {
    unset: '3 with `DATABASE_URL`, else 0',
    about: 'seconds between the signal to stop and the close of the port',
  }),
  TRUST_PROXY: readBy(
    readTrustedProxies,
    'off, las redes de los proxies (loopback, 10.0.0.0/8) o cuántos hay (1); on ya no vale, porque aceptaba la dirección que enviara cualquiera',
  )
    .prefault('off')
    .register(variableMetadata, {
      about:
        'the proxies whose `X-Forwarded-For` counts: networks (`loopback`, `10.0.0.0/8,127.0.0.1`) or how many there are (`1`); [how to choose](docs/operations.md#one-machine)',
    }),
  WEBHOOK_NETWORKS: readBy(
    (text) => (text === 'off' ? [] : readNetworks(text)),
    'off, o redes con comas entre ellas (loopback, 10.0.0.0/8)',
  )
    .prefault('off')
    .register(variableMetadata, {
      about:
        'private networks that [webhooks](docs/connections.md#webhooks) may reach, written as in `TRUST_PROXY`: `10.0.0.0/8,loopback`',
    }),
  LIMIT_PER_ADDRESS: onOff.prefault('on').register(variableMetadata, {
    about: 'off only behind a proxy with its own limits, or for load tests',
  }),
  LOG_REQUESTS: onOff.prefault('off').register(variableMetadata, {
    about: 'on logs each request, without personal data',
  }),
  METRICS_PORT: integer(1, 65_535, 'un puerto entre 1 y 65535').optional().register(variableMetadata, {
    unset: 'off',
    about: 'serves `/metrics` for Prometheus, of each further worker on the next port',
  }),
  METRICS_HOST: address.prefault('127.0.0.1'),
})

/** Whether pg accepts the address, which may have no host: `postgresql://botica@/botica?host=/socket`. */
function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^\s/]+/.test(text) && URL.canParse(text)
}

/** `Botica <hola@botica.cl>`, or an address alone, which gets the pharmacy's name. */
function readSender(text: string) {
  const [, name = store.name, address = text] = /^(.+?)\s*<(.+)>$/.exec(text) ?? []
  return { name, address }
}
