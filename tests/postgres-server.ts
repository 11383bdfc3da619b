import { chmod, mkdir, rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded/start.ts'

/** A server's address with another database name. */
export function withDatabaseName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Makes one query over a connection of its own. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The PostgreSQL for tests: the server of `DATABASE_URL`, where only the run's own databases are created and dropped,
 * else an embedded one in an empty `dataDir`.
 */
export async function startPostgres(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  await rm(dataDir, { recursive: true, force: true })
  // When tests run as root, PostgreSQL's account must be able to enter the folder.
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  return startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off', max_connections: '200' } })
}
