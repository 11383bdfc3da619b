import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { addressOf } from './app.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Starts the real server on the test file's database, and waits until it is ready. */
export async function startShopProcess(
  database: Db,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  // Hooks run in reverse order: the folder is removed after the server has ended.
  afterAll(() => rm(dataDir, { recursive: true }))
  const server = await startServerProcess({
    DATABASE_URL: await addressOf(database),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'clave-de-prueba',
    ...env,
  })
  // Without a request, since some tests count them.
  await vi.waitUntil(() => server.output().includes(' está en '), { timeout: 90_000, interval: 100 })
  return server
}
