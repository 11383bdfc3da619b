/** The configuration of a server, read from its environment variables. */
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { store } from '#store'
import { environment } from './environment.ts'
import type { S3Settings } from './images/image-store.ts'
import { OperatorError } from './operator-error.ts'

/** The ends of variables that are set together or not at all: an S3-compatible store needs all of them. */
const S3_VALUES = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

const configuration = environment
  .superRefine((variables, context) => {
    const expect = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    for (const family of ['S3', 'BACKUP_S3'] as const) {
      const missing = S3_VALUES.filter((value) => variables[`${family}_${value}`] === undefined)
      if (missing.length === S3_VALUES.length) continue
      for (const value of missing)
        expect(`${family}_${value}`, `un valor, porque hay otras variables ${family}_*`)
    }
    // Backups contain prescriptions, so they are uploaded only encrypted.
    if (variables.BACKUP_S3_BUCKET !== undefined && variables.BACKUP_ENCRYPT_TO === undefined)
      expect(
        'BACKUP_ENCRYPT_TO',
        'la llave pública de age, porque al bucket de BACKUP_S3_* suben solo respaldos cifrados',
      )
  })
  .transform((data) => {
    const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST
    return {
      host: data.HOST,
      port: data.PORT,
      /** Absolute path of the data folder. */
      dataDir: resolve(data.DATA_DIR),
      /** The database's address; absent: the embedded PostgreSQL. */
      databaseUrl: data.DATABASE_URL,
      /** Number of processes that answer requests. */
      workers: data.WORKERS,
      /** Number of connections to the database, and to its replica. */
      databasePool: data.DATABASE_POOL,
      /** Set when the database's address is a pooler's. */
      databasePooler: data.DATABASE_POOLER,
      /** The address of a replica for visitors' reads. */
      databaseReplicaUrl: data.DATABASE_REPLICA_URL,
      /** The shop's public address, without a slash at the end. */
      publicUrl: (data.PUBLIC_URL ?? `http://${host}:${data.PORT}`).replace(/\/$/, ''),
      admin: { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
      /** Whether an empty database gets the demo catalogue. */
      demo: data.DEMO ?? !data.DATABASE_URL,
      /** The mail server; absent: mails are written as files in the data folder. */
      smtpUrl: data.SMTP_URL,
      /** The sender of the shop's mails. */
      mailFrom: data.MAIL_FROM ?? { name: store.name, address: store.email },
      trustProxy: data.TRUST_PROXY,
      /** Private networks whose addresses webhooks may have. */
      webhookNetworks: data.WEBHOOK_NETWORKS,
      limitPerAddress: data.LIMIT_PER_ADDRESS,
      /** Days after which personal data is removed; 0: never. */
      retention: {
        prescriptionDays: data.RETAIN_PRESCRIPTIONS_DAYS,
        loginRecordDays: data.RETAIN_ACTIVITY_DAYS,
        outboxDays: data.RETAIN_OUTBOX_DAYS,
        registerDays: data.RETAIN_REGISTER_DAYS,
        paymentDays: data.RETAIN_PAYMENTS_DAYS,
      },
      /** Days after which unpaid orders are cancelled; absent: never. */
      cancelUnpaidDays: data.CANCEL_UNPAID_DAYS,
      /** Seconds between the signal to stop and the close of the port, for a load balancer to notice. The embedded database needs none. */
      drainSeconds: data.DRAIN_SECONDS ?? (data.DATABASE_URL ? 3 : 0),
      /** Whether each request is logged. */
      logRequests: data.LOG_REQUESTS,
      /** Where to serve the metrics; absent: nowhere. */
      metrics:
        data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
      imports: {
        /** Absolute path of the folder whose files are imported; absent: none. */
        folder: data.IMPORT_DIR === undefined ? undefined : resolve(data.IMPORT_DIR),
        /** Seconds without a change before a file of the folder is taken. */
        quietSeconds: data.IMPORT_QUIET_SECONDS,
        /** Percent of rows that may be refused in a file that is saved by itself. */
        maxRefused: data.IMPORT_MAX_REFUSED,
        /** Percent of prices that such a file may change by more than half. */
        maxRepriced: data.IMPORT_MAX_REPRICED,
      },
      backups: {
        /** Whether the shop makes backups by itself. */
        scheduled: !data.DATABASE_URL || data.BACKUP_DIR !== undefined,
        /** Absolute path of the backups' folder. */
        folder: resolve(data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups')),
        /** Of how many days, weeks and months the newest backup is kept. */
        keep: data.BACKUP_KEEP,
        /** Seconds between backups; absent: nightly. */
        everySeconds: data.BACKUP_EVERY_SECONDS,
        /** The public age key for which backups are encrypted; absent: they aren't. */
        encryptTo: data.BACKUP_ENCRYPT_TO,
        /** The S3-compatible bucket to which encrypted backups are uploaded; absent: none. */
        bucket: s3Settings(data, 'BACKUP_S3'),
      },
      /** The S3-compatible image store; absent: the disk. */
      s3: s3Settings(data, 'S3'),
    }
  })

export type Config = Readonly<z.output<typeof configuration>>
export type BackupSettings = Config['backups']

function s3Settings(data: z.output<typeof environment>, family: 'S3' | 'BACKUP_S3'): S3Settings | undefined {
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = S3_VALUES.map(
    (value) => data[`${family}_${value}`],
  )
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, region, bucket, accessKeyId, secretAccessKey }
}

/** Variables that are secret, or may contain a password: messages don't show their values. */
const SECRET = /PASSWORD|KEY|S3_ENDPOINT|^(DATABASE|DATABASE_REPLICA|SMTP)_URL$/

/** An invalid configuration. The message names each invalid variable, with its value unless it is secret. */
export class ConfigError extends OperatorError {}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 *
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = configuration.safeParse(variables)
  if (data) return data
  const lines = error.issues.map(({ path, message }) => {
    const name = String(path[0])
    return `  ${name}${SECRET.test(name) ? '' : `=${JSON.stringify(variables[name] ?? '')}`}: se espera ${message}`
  })
  throw new ConfigError(`La configuración no es válida:\n${lines.join('\n')}`)
}
