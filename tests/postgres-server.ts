import { chmod, mkdir, rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded/start.ts'

/** The same address, naming another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * The PostgreSQL that tests run on: `DATABASE_URL`'s, where only databases of the run's own are made and dropped, else an
 * embedded one in an empty `dataDir`.
 */
export async function startPostgres(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  await rm(dataDir, { recursive: true, force: true })
  // PostgreSQL's own account has to reach it when the tests run as root.
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  return startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off', max_connections: '200' } })
}
