import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { freePort } from './processes.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Why the tests that need a pgbouncer are skipped; undefined when it is installed. */
export const noPgbouncer = existsSync(PROGRAM) ? undefined : `skipped: ${PROGRAM} isn't installed`

/**
 * Starts a pgbouncer in front of a PostgreSQL, in transaction mode and with three connections to each database.
 *
 * @param settings further lines of its configuration
 */
export async function startPgbouncer(target: string, settings = ''): Promise<string> {
  const address = new URL(target)
  const socketFolder = address.searchParams.get('host')
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  const database = [
    `host=${socketFolder ?? address.hostname} port=${address.port || 5432}`,
    `user=${decodeURIComponent(address.username)}`,
    ...(address.password ? [`password=${decodeURIComponent(address.password)}`] : []),
  ].join(' ')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
logfile = ${join(folder, 'pgbouncer.log')}
${settings}
`,
  )
  // PgBouncer refuses to run as root, and the embedded PostgreSQL's socket is open to its own account only.
  const uid = process.getuid?.() === 0 ? (socketFolder ? statSync(socketFolder).uid : 65_534) : undefined
  await chmod(folder, 0o700)
  if (uid !== undefined) for (const path of [folder, file]) await chown(path, uid, uid)
  const child = spawn(PROGRAM, ['-q', file], { cwd: '/', stdio: 'inherit', uid })
  cleanUp(async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  const url = new URL(target)
  url.search = '?sslmode=disable'
  url.hostname = '127.0.0.1'
  url.port = String(port)
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      await client.end()
    },
    { timeout: 15_000 },
  )
  return url.href
}
