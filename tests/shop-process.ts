import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, inject, vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { withDatabase } from './postgres-server.ts'

/** A port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The address of a database from `createDatabase`. */
export async function addressOf(database: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  return withDatabase(inject('postgresUrl'), rows[0]!.name)
}

/** The shop as a process of its own, on the built application (`npm test` builds it first). */
export async function startShopProcess(database: Db, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
  const port = await findFreePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: await addressOf(database),
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_PASSWORD: 'clave-de-prueba',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'exit')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`The shop ended: ${output}`)
      return output.includes(` está en ${url}`)
    },
    { timeout: 25_000 },
  )
  return { url, output: () => output }
}
