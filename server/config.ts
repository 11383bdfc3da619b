import { resolve } from 'node:path'
import { z } from 'zod'

const onOff = z.enum(['on', 'off'], 'on u off').transform((value) => value === 'on')

/** The environment (design §4). Each message says what the variable wants. */
const environment = z.object({
  HOST: z.string().min(1, 'una dirección, por ejemplo 127.0.0.1').default('127.0.0.1'),
  PORT: z.coerce.number('un puerto entre 0 y 65535').int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1, 'una carpeta').default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'una dirección postgresql://usuario:clave@servidor:5432/base')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'una dirección http:// o https://' }).optional(),
  ADMIN_EMAIL: z.email('un correo').toLowerCase().default('admin@botica.local'),
  ADMIN_PASSWORD: z.string().min(8, 'al menos 8 caracteres').max(128, 'a lo más 128 caracteres').optional(),
  DEMO: onOff.optional(),
  TRUST_PROXY: onOff.default(false),
  LIMIT_PER_ADDRESS: onOff.default(true),
})

export type Config = Readonly<{
  host: string
  port: number
  /** Absolute path. */
  dataDir: string
  /** Absent: the embedded PostgreSQL. */
  databaseUrl?: string
  /** Where people reach the shop, without a slash at the end. */
  publicUrl: string
  admin: { email: string; password?: string }
  /** Whether an empty database gets the demo catalogue. */
  demo: boolean
  trustProxy: boolean
  limitPerAddress: boolean
}>

/** A variable that holds what it can't; the message names each. */
export class ConfigError extends Error {}

/** Reads the configuration from environment variables, an empty one counting as absent. Throws a {@link ConfigError}. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (error) {
    const lines = error.issues.map((issue) => {
      const name = issue.path.join('.')
      return `  ${name}=${JSON.stringify(given[name])}: se espera ${issue.message}`
    })
    throw new ConfigError(`La configuración no es válida:\n${lines.join('\n')}`)
  }
  const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    publicUrl: (data.PUBLIC_URL ?? `http://${host}:${data.PORT}`).replace(/\/$/, ''),
    admin: { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    demo: data.DEMO ?? !data.DATABASE_URL,
    trustProxy: data.TRUST_PROXY,
    limitPerAddress: data.LIMIT_PER_ADDRESS,
  }
}
