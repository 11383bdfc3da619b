import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readProcessFile } from './process-file.ts'
import { addressOf, type Embedded, startEmbedded } from './start.ts'

/**
 * Connects to the embedded PostgreSQL that the server runs on the data folder, or starts it. `stop` stops PostgreSQL only if this call
 * started it.
 */
export async function connectOrStartEmbedded({
  dataDir,
  log,
}: {
  dataDir: string
  log: (text: string) => void
}): Promise<Embedded> {
  const url = await findRunning(dataDir)
  return url ? { url, stop: async () => {} } : startEmbedded({ dataDir, log })
}

/** Whether the data folder has a database. */
export const hasEmbedded = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'PG_VERSION'))

/** Finds the running PostgreSQL by its process file. The file alone proves nothing: a killed PostgreSQL leaves it behind. */
async function findRunning(dataDir: string): Promise<string | undefined> {
  if (!hasEmbedded(dataDir)) return undefined
  const data = await realpath(join(dataDir, 'postgres'))
  const { socket } = await readProcessFile(data)
  if (!socket) return undefined
  const url = addressOf(socket)
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
