import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from './start.ts'

/**
 * The embedded PostgreSQL of a data folder for a program beside the server: the running one where there is one, which
 * `stop` then leaves alone, else one that runs until `stop`.
 */
export async function joinEmbedded({
  dataDir,
  log,
}: {
  dataDir: string
  log: (text: string) => void
}): Promise<Embedded> {
  const url = await findRunning(dataDir)
  return url ? { url, stop: async () => {} } : startEmbedded({ dataDir, log })
}

/** Whether the data folder has a database at all. */
export const hasEmbedded = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'PG_VERSION'))

/** PostgreSQL notes the folder of its socket on the fifth line of its process file; a killed one leaves that behind. */
async function findRunning(dataDir: string): Promise<string | undefined> {
  if (!hasEmbedded(dataDir)) return undefined
  const data = await realpath(join(dataDir, 'postgres'))
  const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const socket = lines[4]?.trim()
  if (!socket) return undefined
  const url = `postgresql://botica@localhost:5432/botica?host=${encodeURIComponent(socket)}&sslmode=disable`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('data_directory') as data")
    return rows[0].data === data ? url : undefined
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
