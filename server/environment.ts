/** The environment variables: their checks and defaults. README.md#configuration describes them. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { store } from '#store'
import { readNetworks, readTrustedProxies } from './http/trusted-proxies.ts'

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

/** The environment variables, in the order of the README's table. */
export const environment = z.object({
  HOST: address.prefault('127.0.0.1'),
  PORT: integer(0, 65_535, 'un puerto entre 0 y 65535').prefault('3000'),
  DATA_DIR: folder.prefault('./data'),
  DATABASE_URL: databaseUrl.optional(),
  WORKERS: workers.prefault('1'),
  DATABASE_POOL: integer(1, 200, 'un número entre 1 y 200').prefault('10'),
  DATABASE_POOLER: z.literal('transaction', 'transaction').optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  PUBLIC_URL: webAddress.optional(),
  ADMIN_EMAIL: z.email('un correo').toLowerCase().prefault('admin@botica.local'),
  ADMIN_PASSWORD: z.string().min(8, 'al menos 8 caracteres').max(128, 'a lo más 128 caracteres').optional(),
  DEMO: onOff.optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'una dirección smtp:// o smtps://usuario:clave@servidor:587')
    .optional(),
  MAIL_FROM: sender.optional(),
  IMPORT_DIR: folder.optional(),
  IMPORT_QUIET_SECONDS: number(0, 3_600, 'segundos entre 0 y 3600').prefault('10'),
  IMPORT_MAX_REFUSED: percent.prefault('5'),
  IMPORT_MAX_REPRICED: percent.prefault('5'),
  RETAIN_PRESCRIPTIONS_DAYS: retainDays.prefault('90'),
  RETAIN_ACTIVITY_DAYS: retainDays.prefault('365'),
  RETAIN_OUTBOX_DAYS: retainDays.prefault('30'),
  RETAIN_REGISTER_DAYS: retainDays.prefault('730'),
  RETAIN_PAYMENTS_DAYS: retainDays.prefault('365'),
  CANCEL_UNPAID_DAYS: cancelDays.prefault('off'),
  BACKUP_DIR: folder.optional(),
  BACKUP_KEEP: retention.prefault('7,4,6'),
  BACKUP_EVERY_SECONDS: integer(1, 604_800, 'segundos, al menos 1 y a lo más una semana (604800)').optional(),
  BACKUP_ENCRYPT_TO: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'la llave pública de age, que empieza con age1')
    .optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DRAIN_SECONDS: number(0, 300, 'segundos entre 0 y 300').optional(),
  TRUST_PROXY: readBy(
    readTrustedProxies,
    'off, las redes de los proxies (loopback, 10.0.0.0/8) o cuántos hay (1); on ya no vale, porque aceptaba la dirección que enviara cualquiera',
  ).prefault('off'),
  WEBHOOK_NETWORKS: readBy(
    (text) => (text === 'off' ? [] : readNetworks(text)),
    'off, o redes con comas entre ellas (loopback, 10.0.0.0/8)',
  ).prefault('off'),
  LIMIT_PER_ADDRESS: onOff.prefault('on'),
  LOG_REQUESTS: onOff.prefault('off'),
  METRICS_PORT: integer(1, 65_535, 'un puerto entre 1 y 65535').optional(),
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
