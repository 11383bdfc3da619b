import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The address of the PostgreSQL that runs on a server's data folder; its process file says where the socket is. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const lines = (
    await readFile(join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8')
  ).split('\n')
  const socket = encodeURIComponent(lines[4]?.trim() ?? '')
  return `postgresql://botica@localhost:5432/botica?host=${socket}&sslmode=disable`
}
