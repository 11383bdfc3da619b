import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { isOutage } from './outage.ts'

/** The pauses between attempts and between reports. */
const ATTEMPT_INTERVAL_MS = 1_000
const REPORT_INTERVAL_MS = 5_000

/** Codes of the operating system for a database that can't be reached yet. */
const UNREACHABLE =
  /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|NOENT|NOTFOUND|AI_AGAIN|TIMEDOUT|(HOST|NET)(UNREACH|DOWN))$/
/** The driver's messages for interrupted connections, which have no code. */
const INTERRUPTED = /^(timeout expired|Connection terminated)/

const REFUSED: Record<string, string> = {
  '28000': 'no acepta a este usuario',
  '28P01': 'no acepta la contraseña',
  '3D000': 'no tiene esta base de datos',
  '42501': 'no deja entrar a este usuario en esta base de datos',
}

/**
 * Waits until the database answers and accepts writes, for as long as that takes, and reports every few seconds why it waits.
 *
 * @param log gets Spanish lines without the user and the password
 * @throws ConfigError when waiting doesn't help, such as for a wrong password
 */
export async function waitForDatabase(url: string, log: (text: string) => void): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  let reported = ''
  for (;;) {
    const problem = await findProblem(url)
    if (problem === undefined) return
    if (problem !== reported || performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
      log(`${problem} Se sigue esperando.`)
      reported = problem
      reportedAt = performance.now()
    }
    await pause(ATTEMPT_INTERVAL_MS)
  }
}

/** The reason why the database can't be used yet; undefined when it can. */
async function findProblem(url: string): Promise<string | undefined> {
  let place = ''
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    client.on('error', () => {})
    place = `en ${client.host}:${client.port}`
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as standby')
      return rows[0].standby ? `PostgreSQL ${place} es una réplica de solo lectura.` : undefined
    } finally {
      client.end().catch(() => {})
    }
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (UNREACHABLE.test(code) || INTERRUPTED.test(message) || isOutage(error))
      return `PostgreSQL no responde ${place} (${code || message}).`
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL ${place} ${REFUSED[code] ?? `no se puede usar: ${message}`} (${code || 'sin código'}).`,
    )
  }
}
