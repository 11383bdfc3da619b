import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { store } from '#store'
import { readNetworks, readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'
import type { S3Settings } from './images/image-store.ts'
import { OperatorError } from './operator-error.ts'

const onOff = z.enum(['on', 'off'], 'on u off').transform((value) => value === 'on')

const TRUST_PROXY_EXPECTED =
  'off, las redes de los proxies (loopback, 10.0.0.0/8) o cuántos hay (1); on ya no vale, porque aceptaba la dirección que enviara cualquiera'

const DAYS = 'un número de días, o 0 para siempre'
const days = z.coerce.number(DAYS).int(DAYS).min(0, DAYS).max(36_500, DAYS)

const PERCENT = 'un porcentaje entre 0 y 100'
const percent = z.coerce.number(PERCENT).min(0, PERCENT).max(100, PERCENT)

const QUIET = 'segundos entre 0 y 3600'

const CANCEL_DAYS = 'off, o un número de días entre 1 y 60'
const cancelDays = z
  .literal('off')
  .transform(() => undefined)
  .or(z.coerce.number().int().min(1).max(60))
const s3Endpoint = z.url({ protocol: /^https?$/, error: 'una dirección http:// o https://' })

const RETENTION = 'cuántos días, semanas y meses se guardan, por ejemplo 7,4,6'
const retention = z
  .string()
  .regex(/^ *\d{1,3} *, *\d{1,3} *, *\d{1,3} *$/, RETENTION)
  .transform((text) => text.split(',').map(Number))
  .transform(([days = 0, weeks = 0, months = 0]) => ({ days, weeks, months }))

const WORKERS = 'un número entre 1 y 64, o auto'
const workers = z
  .literal('auto')
  .transform(() => Math.max(1, availableParallelism() - 1))
  .or(z.coerce.number().int().min(1).max(64))

/** The environment variables (README.md#configuration). Each message describes the expected value. */
const environment = z.object({
  HOST: z.string().min(1, 'una dirección, por ejemplo 127.0.0.1').default('127.0.0.1'),
  PORT: z.coerce.number('un puerto entre 0 y 65535').int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1, 'una carpeta').default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'una dirección postgresql://usuario:clave@servidor:5432/base')
    .optional(),
  WORKERS: z
    .string()
    .refine((text) => workers.safeParse(text).success, WORKERS)
    .transform((text) => workers.parse(text))
    .default(1),
  DATABASE_POOL: z.coerce.number('un número entre 1 y 200').int().min(1).max(200).default(10),
  DATABASE_POOLER: z.literal('transaction', 'transaction').optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'una dirección postgresql://usuario:clave@servidor:5432/base')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'una dirección http:// o https://' }).optional(),
  ADMIN_EMAIL: z.email('un correo').toLowerCase().default('admin@botica.local'),
  ADMIN_PASSWORD: z.string().min(8, 'al menos 8 caracteres').max(128, 'a lo más 128 caracteres').optional(),
  DEMO: onOff.optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'una dirección smtp:// o smtps://usuario:clave@servidor:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@"]+<[^<>@\s,;]+@[^<>@\s,;]+>|[^<>@\s,;]+@[^<>@\s,;]+)$/, 'un correo, o Nombre <correo>')
    .transform(readSender)
    .pipe(z.object({ name: z.string(), address: z.email('un correo, o Nombre <correo>') }))
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform(readTrustedProxies)
    .refine((proxies) => proxies !== null, TRUST_PROXY_EXPECTED)
    .default(false),
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => (text === 'off' ? [] : readNetworks(text)))
    .refine((networks) => networks !== null, 'off, o redes con comas entre ellas (loopback, 10.0.0.0/8)')
    .default([]),
  LIMIT_PER_ADDRESS: onOff.default(true),
  RETAIN_PRESCRIPTIONS_DAYS: days.default(90),
  RETAIN_ACTIVITY_DAYS: days.default(365),
  RETAIN_OUTBOX_DAYS: days.default(30),
  RETAIN_REGISTER_DAYS: days.default(730),
  RETAIN_PAYMENTS_DAYS: days.default(365),
  CANCEL_UNPAID_DAYS: z
    .string()
    .refine((text) => cancelDays.safeParse(text).success, CANCEL_DAYS)
    .transform((text) => cancelDays.parse(text))
    .optional(),
  DRAIN_SECONDS: z.coerce.number('segundos entre 0 y 300').min(0).max(300).optional(),
  LOG_REQUESTS: onOff.default(false),
  METRICS_PORT: z.coerce.number('un puerto entre 1 y 65535').int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().min(1, 'una dirección, por ejemplo 127.0.0.1').default('127.0.0.1'),
  IMPORT_DIR: z.string().min(1, 'una carpeta').optional(),
  IMPORT_QUIET_SECONDS: z.coerce.number(QUIET).min(0, QUIET).max(3_600, QUIET).default(10),
  IMPORT_MAX_REFUSED: percent.default(5),
  IMPORT_MAX_REPRICED: percent.default(5),
  BACKUP_DIR: z.string().min(1, 'una carpeta').optional(),
  BACKUP_KEEP: retention.default({ days: 7, weeks: 4, months: 6 }),
  BACKUP_EVERY_SECONDS: z.coerce
    .number('segundos, al menos 1')
    .int('segundos, al menos 1')
    .min(1, 'segundos, al menos 1')
    .max(604_800, 'segundos, a lo más una semana (604800)')
    .optional(),
  BACKUP_ENCRYPT_TO: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'la llave pública de age, que empieza con age1')
    .optional(),
  BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: s3Endpoint.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

/** Variables that are set together or not at all: an S3-compatible store needs all of them. */
const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const
const BACKUP_S3_VARIABLES = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

const checkedEnvironment = environment.superRefine((variables, context) => {
  const expect = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  for (const [family, names] of [
    ['S3_*', S3_VARIABLES],
    ['BACKUP_S3_*', BACKUP_S3_VARIABLES],
  ] as const) {
    const missing = names.filter((name) => variables[name] === undefined)
    if (missing.length === names.length) continue
    for (const name of missing) expect(name, `un valor, porque hay otras variables ${family}`)
  }
  // Prescriptions never leave the house readable.
  if (variables.BACKUP_S3_BUCKET !== undefined && variables.BACKUP_ENCRYPT_TO === undefined)
    expect(
      'BACKUP_ENCRYPT_TO',
      'la llave pública de age, porque al bucket de BACKUP_S3_* suben solo respaldos cifrados',
    )
})

export type Config = Readonly<{
  host: string
  port: number
  /** Absolute path of the data folder. */
  dataDir: string
  /** The database's address; absent: the embedded PostgreSQL. */
  databaseUrl?: string
  /** Number of processes that answer requests. */
  workers: number
  /** Number of connections to the database, and to its replica. */
  databasePool: number
  /** Set when the database's address is a pooler's. */
  databasePooler?: 'transaction'
  /** The address of a replica for visitors' reads. */
  databaseReplicaUrl?: string
  /** The shop's public address, without a slash at the end. */
  publicUrl: string
  admin: { email: string; password?: string }
  /** Whether an empty database gets the demo catalogue. */
  demo: boolean
  /** The mail server; absent: mails are written as files in the data folder. */
  smtpUrl?: string
  /** The sender of the shop's mails. */
  mailFrom: { name: string; address: string }
  trustProxy: TrustedProxies
  /** Private networks whose addresses webhooks may have. */
  webhookNetworks: readonly string[]
  limitPerAddress: boolean
  /** Days after which personal data is removed; 0: never. */
  retention: {
    prescriptionDays: number
    activityDays: number
    outboxDays: number
    registerDays: number
    paymentDays: number
  }
  /** Days after which unpaid orders are cancelled; absent: never. */
  cancelUnpaidDays?: number
  /** Seconds between a stop's signal and the close of the port, for a balancer to notice. */
  drainSeconds: number
  /** Whether each request is logged. */
  logRequests: boolean
  /** Where to serve the metrics; absent: nowhere. */
  metrics?: { host: string; port: number }
  imports: ImportSettings
  backups: BackupSettings
  /** The S3-compatible image store; absent: the disk. */
  s3?: S3Settings
}>

export type ImportSettings = Readonly<{
  /** Absolute path of the folder whose files are imported; absent: none. */
  folder?: string
  /** Seconds without a change before a file of the folder is taken. */
  quietSeconds: number
  /** Percent of rows that may be refused in a file that is saved by itself. */
  maxRefused: number
  /** Percent of prices that such a file may change by more than half. */
  maxRepriced: number
}>

export type BackupSettings = Readonly<{
  /** Whether the shop makes backups by itself. */
  scheduled: boolean
  /** Absolute path of the backups' folder. */
  folder: string
  /** Of how many days, weeks and months the newest backup is kept. */
  keep: Readonly<{ days: number; weeks: number; months: number }>
  /** Seconds between backups; absent: nightly. */
  everySeconds?: number
  /** The public age key for which backups are encrypted; absent: they aren't. */
  encryptTo?: string
  /** The S3-compatible bucket to which encrypted backups are uploaded; absent: none. */
  bucket?: S3Settings
}>

/** Whether pg accepts the address, which may have no host: `postgresql://botica@/botica?host=/socket`. */
function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^\s/]+/.test(text) && URL.canParse(text)
}

/** Variables whose value is secret or contains a password: messages don't show their values. */
const SECRET = /PASSWORD|SECRET|KEY|^(DATABASE|SMTP)\w*_URL$|S3_ENDPOINT$/

/** `Botica <hola@botica.cl>`, or an address alone, which gets the pharmacy's name. */
function readSender(text: string) {
  const [, name = store.name, address = text] = /^(.+?)\s*<(.+)>$/.exec(text) ?? []
  return { name, address }
}

/** An invalid configuration. The message names each invalid variable, with its value unless it is secret. */
export class ConfigError extends OperatorError {}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 *
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = checkedEnvironment.safeParse(variables)
  if (error) {
    const lines = error.issues.map((issue) => {
      const name = issue.path.join('.')
      const value = SECRET.test(name) ? '' : `=${JSON.stringify(variables[name] ?? '')}`
      return `  ${name}${value}: se espera ${issue.message}`
    })
    throw new ConfigError(`La configuración no es válida:\n${lines.join('\n')}`)
  }
  const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    workers: data.WORKERS,
    databasePool: data.DATABASE_POOL,
    databasePooler: data.DATABASE_POOLER,
    databaseReplicaUrl: data.DATABASE_REPLICA_URL,
    publicUrl: (data.PUBLIC_URL ?? `http://${host}:${data.PORT}`).replace(/\/$/, ''),
    admin: { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    demo: data.DEMO ?? !data.DATABASE_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? { name: store.name, address: store.email },
    trustProxy: data.TRUST_PROXY ?? false,
    webhookNetworks: data.WEBHOOK_NETWORKS ?? [],
    limitPerAddress: data.LIMIT_PER_ADDRESS,
    retention: {
      prescriptionDays: data.RETAIN_PRESCRIPTIONS_DAYS,
      activityDays: data.RETAIN_ACTIVITY_DAYS,
      outboxDays: data.RETAIN_OUTBOX_DAYS,
      registerDays: data.RETAIN_REGISTER_DAYS,
      paymentDays: data.RETAIN_PAYMENTS_DAYS,
    },
    cancelUnpaidDays: data.CANCEL_UNPAID_DAYS,
    // The embedded database has only one server, so no balancer needs time to notice the stop.
    drainSeconds: data.DRAIN_SECONDS ?? (data.DATABASE_URL ? 3 : 0),
    logRequests: data.LOG_REQUESTS,
    metrics:
      data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    imports: {
      folder: data.IMPORT_DIR === undefined ? undefined : resolve(data.IMPORT_DIR),
      quietSeconds: data.IMPORT_QUIET_SECONDS,
      maxRefused: data.IMPORT_MAX_REFUSED,
      maxRepriced: data.IMPORT_MAX_REPRICED,
    },
    backups: {
      scheduled: !data.DATABASE_URL || data.BACKUP_DIR !== undefined,
      folder: resolve(data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups')),
      keep: data.BACKUP_KEEP,
      everySeconds: data.BACKUP_EVERY_SECONDS,
      encryptTo: data.BACKUP_ENCRYPT_TO,
      bucket: s3Settings(data, BACKUP_S3_VARIABLES),
    },
    s3: s3Settings(data, S3_VARIABLES),
  }
}

function s3Settings(
  data: z.output<typeof environment>,
  names: typeof S3_VARIABLES | typeof BACKUP_S3_VARIABLES,
): S3Settings | undefined {
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = names.map((name) => data[name])
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, region, bucket, accessKeyId, secretAccessKey }
}
