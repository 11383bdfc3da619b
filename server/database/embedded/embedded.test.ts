import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type Embedded, startEmbedded } from './start.ts'

const root = process.getuid?.() === 0
const undo: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function temporary(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  await chmod(folder, mode)
  return folder
}

async function newFolder(mode?: number): Promise<string> {
  const folder = await temporary(mode)
  undo.push(() => rm(folder, { recursive: true }))
  return folder
}

async function start(dataDir: string, log: string[] = []): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: (line) => log.push(line) })
  undo.push(() => embedded.stop())
  return embedded
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the database and inserts rows into a new table until it ends, printing each acknowledged id. */
function spawnWriter(
  dataDir: string,
  table: string,
): { child: ChildProcess; acknowledged: AsyncIterable<string> } {
  const script = `
    import pg from 'pg'
    import { startEmbedded } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE TABLE ${table} (id int PRIMARY KEY)')
    for (let id = 1; ; id++) {
      await client.query('INSERT INTO ${table} VALUES ($1)', [id])
      process.stdout.write(id + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(async () => child.kill('SIGKILL'))
  return { child, acknowledged: createInterface({ input: child.stdout! }) }
}

const postmaster = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('the embedded PostgreSQL', { timeout: 30_000 }, () => {
  // A database for the tests that don't need a new one.
  let shared: string | undefined
  const sharedFolder = async () => {
    shared ??= await temporary()
    return shared
  }
  afterAll(() => shared && rm(shared, { recursive: true }))

  test('is created by the first start and still has its rows after the second', async () => {
    const dataDir = await sharedFolder()
    const log: string[] = []
    const first = await startEmbedded({ dataDir, log: (line) => log.push(line) })
    expect(log).toEqual([`Se crea la base de datos en ${dataDir}/postgres`])
    await query(first.url, "CREATE TABLE kept (text text); INSERT INTO kept VALUES ('ñandú')")
    await first.stop()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await start(dataDir, log)
    expect(await query(second.url, 'SELECT text FROM kept')).toEqual([{ text: 'ñandú' }])
    expect(log).toHaveLength(1)
  })

  test('flushes every commit, and listens only on a socket in a private folder', async () => {
    const dataDir = await sharedFolder()
    const { url } = await start(dataDir)
    const names = [
      'fsync',
      'synchronous_commit',
      'data_checksums',
      'jit',
      'plan_cache_mode',
      'listen_addresses',
    ]
    const columns = names.map((name) => `current_setting('${name}') AS ${name}`).join()
    expect(await query(url, `SELECT ${columns}`)).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        data_checksums: 'on',
        jit: 'off',
        plan_cache_mode: 'force_generic_plan',
        listen_addresses: '',
      },
    ])
    const socket = new URL(url).searchParams.get('host')!
    expect((await lstat(socket)).mode & 0o777).toBe(0o700)
  })

  test('accepts other settings', async () => {
    const dataDir = await sharedFolder()
    const { url, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { max_connections: '17' } })
    undo.push(stop)
    expect(await query(url, 'SHOW max_connections')).toEqual([{ max_connections: '17' }])
  })

  test('works where the path is too long for a socket', async () => {
    const folder = await newFolder()
    const dataDir = join(folder, 'una-carpeta-con-un-nombre-largo '.repeat(4).trim())
    const shared = await sharedFolder()
    await rename(shared, dataDir)
    undo.push(() => rename(dataDir, shared))
    const { url } = await start(dataDir)
    const socket = new URL(url).searchParams.get('host')!
    undo.unshift(() => rm(socket, { recursive: true }))
    expect(`${socket}/.s.PGSQL.5432`.length).toBeLessThan(100)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('ends cleanly when Node is killed, with every acknowledged row', async () => {
    const dataDir = await sharedFolder()
    const { child, acknowledged } = spawnWriter(dataDir, 'ended')
    let last = 0
    for await (const line of acknowledged) {
      last = Number(line)
      if (last === 200) child.kill('SIGKILL')
    }
    expect(last).toBeGreaterThanOrEqual(200)
    await eventually(() => expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false))

    const log: string[] = []
    const { url } = await start(dataDir, log)
    expect(log, 'no recovery was needed').toEqual([])
    const [stored] = await query(url, 'SELECT count(*)::int AS rows, max(id) AS last FROM ended')
    expect(stored!.rows).toBe(stored!.last)
    // A further row may have been written after the last acknowledged one.
    expect([last, last + 1]).toContain(stored!.rows)
  })

  test('can be started again immediately after Node was killed', async () => {
    const dataDir = await sharedFolder()
    const { child, acknowledged } = spawnWriter(dataDir, 'restarted')
    for await (const line of acknowledged) if (line === '20') child.kill('SIGKILL')
    const { url } = await start(dataDir)
    const [stored] = await query(url, 'SELECT count(*)::int AS rows FROM restarted')
    expect(stored!.rows).toBeGreaterThanOrEqual(20)
  })

  test('recovers when PostgreSQL and Node were killed together', async () => {
    const dataDir = await sharedFolder()
    const { child, acknowledged } = spawnWriter(dataDir, 'recovered')
    let last = 0
    for await (const line of acknowledged) {
      last = Number(line)
      if (last !== 100) continue
      process.kill(await postmaster(dataDir), 'SIGKILL')
      child.kill('SIGKILL')
    }
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true)

    const log: string[] = []
    const { url } = await start(dataDir, log)
    expect(log.join('\n')).toContain('automatic recovery')
    const [stored] = await query(url, 'SELECT count(*)::int AS rows FROM recovered')
    expect(stored!.rows).toBeGreaterThanOrEqual(last)
  })

  test('restarts by itself at the same address when only PostgreSQL was killed', async () => {
    const dataDir = await sharedFolder()
    const log: string[] = []
    const { url } = await start(dataDir, log)
    await query(url, 'CREATE TABLE entry AS SELECT 1 AS one')
    process.kill(await postmaster(dataDir), 'SIGKILL')
    expect(await eventually(() => query(url, 'SELECT one FROM entry'))).toEqual([{ one: 1 }])
    expect(log).toContain('PostgreSQL terminó sin que se le pidiera: se inicia de nuevo.')
  })

  test('refuses a database of another major version, with the steps to move it', async () => {
    const dataDir = await sharedFolder()
    const made = await startEmbedded({ dataDir, log: () => {} })
    await made.stop()
    const file = join(dataDir, 'postgres', 'PG_VERSION')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '17\n')
    undo.push(() => writeFile(file, version))
    await expect(start(dataDir)).rejects.toThrow(
      /es de PostgreSQL 17, y esta versión de Botica trae PostgreSQL \d+, .*npm run backup -- .*npm run restore -- /s,
    )
    expect(await readFile(file, 'utf8')).toBe('17\n')
  })

  test('reports why PostgreSQL refuses to start', async () => {
    const dataDir = await sharedFolder()
    const settings = { max_connections: 'muchas' }
    await expect(startEmbedded({ dataDir, log: () => {}, settings })).rejects.toThrow(
      /no pudo iniciar.*muchas/s,
    )
  })

  describe.skipIf(!root)(
    'as root, with a DATA_DIR that its account cannot enter (skipped: needs root)',
    { timeout: 120_000 },
    () => {
      test('creates the database outside of it, and finds it again', async () => {
        const dataDir = join(await newFolder(0o700), 'data')
        const log: string[] = []
        const created = await start(dataDir, log)
        const outside = dirname(await readlink(join(dataDir, 'postgres')))
        undo.unshift(() => rm(outside, { recursive: true, force: true }))
        await query(created.url, 'CREATE TABLE entry AS SELECT 1 AS one')
        await created.stop()
        expect(log[0]).toContain(
          `no puede entrar en ${dataDir}: la base de datos está en ${outside}/postgres`,
        )
        expect((await lstat(join(outside, 'postgres'))).uid).not.toBe(0)

        const { url } = await start(dataDir)
        expect(await query(url, 'SELECT one FROM entry')).toEqual([{ one: 1 }])
      })
    },
  )
})
