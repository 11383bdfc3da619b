import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cleanUp } from '#tests/clean-up.ts'
import { asAccount, findAccount } from './account.ts'
import { startEmbedded } from './start.ts'

// At most one PostgreSQL runs on a data folder.

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  // When tests run as root, PostgreSQL's account must be able to enter the folder.
  await chmod(folder, 0o711)
  cleanUp(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
// A database for the tests that don't need a new one: creating it takes longer than each test.
const dataDir = await newFolder()

async function start(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  onTestFinished(() => embedded.stop())
  return embedded
}

async function backendOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  } finally {
    await client.end()
  }
}

const processFile = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid')

/** A program that starts the database, prints its address or the refusal, and goes on until its stdin is closed. */
const program = (dataDir: string) => `
  import { startEmbedded } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}
  await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} }).then(
    ({ url, stop }) => {
      console.log(url)
      process.stdin.once('end', () => stop()).resume()
    },
    (error) => console.log(error.message),
  )`
const asModule = (dataDir: string) => ['--input-type=module', '-e', program(dataDir)]

/** Starts the program and returns the line that it prints. */
async function startProcess(dataDir: string): Promise<string> {
  const child = spawn(process.execPath, asModule(dataDir), {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return line
}

/** A process of PostgreSQL's account that isn't PostgreSQL. */
async function otherProgram(dataDir: string): Promise<number> {
  const account = findAccount(join(dataDir, 'postgres'))
  const child = spawn('/bin/cat', { ...asAccount(account), stdio: ['pipe', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  onTestFinished(() => void child.stdin.end())
  return child.pid!
}

async function endedProcess(): Promise<number> {
  const child = spawn('/bin/true')
  await once(child, 'exit')
  return child.pid!
}

const namespaces = ['--pid', '--ipc', '--fork', '--mount-proc']
const canUnshare = spawnSync('unshare', [...namespaces, 'true']).status === 0
const REFUSAL =
  /^Ya hay un Botica en marcha con la base de datos \S+\/postgres \(proceso (\d+|desconocido)\)\. /

describe('on one data folder', { timeout: 60_000 }, () => {
  test('two starts at once end in one start and one refusal', async () => {
    const dataDir = await newFolder()
    const lines = await Promise.all([startProcess(dataDir), startProcess(dataDir)])
    const [url = '', refusal] = lines.toSorted((one) => (one.startsWith('postgresql://') ? -1 : 1))
    expect(refusal).toMatch(REFUSAL)
    expect(await backendOf(url)).toBeGreaterThan(0)
  })

  test('a process file whose process id now belongs to another program is ignored', async () => {
    const first = await startEmbedded({ dataDir, log: () => {} })
    const lines = (await readFile(processFile(dataDir), 'utf8')).split('\n')
    await first.stop()
    const pid = await otherProgram(dataDir)
    await writeFile(processFile(dataDir), [pid, ...lines.slice(1)].join('\n'))
    const { url } = await start(dataDir)
    expect(await backendOf(url)).toBeGreaterThan(0)
  })

  test.each([
    ['another program', otherProgram],
    ['no process', endedProcess],
  ])('a running PostgreSQL is left alone when its process id seems to belong to %s', async (_, makePid) => {
    const { url } = await start(dataDir)
    const text = await readFile(processFile(dataDir), 'utf8')
    const changed = [await makePid(dataDir), ...text.split('\n').slice(1)].join('\n')
    await writeFile(processFile(dataDir), changed)
    await expect(start(dataDir)).rejects.toThrow(REFUSAL)
    expect(await readFile(processFile(dataDir), 'utf8')).toBe(changed)
    expect(await backendOf(url)).toBeGreaterThan(0)
    // PostgreSQL ends by itself when its process file stays changed.
    await writeFile(processFile(dataDir), text)
  })

  test.skipIf(!canUnshare)(
    'a PostgreSQL that runs in another container is left alone (skipped: only root can make namespaces)',
    async () => {
      const { url } = await start(dataDir)
      const text = await readFile(processFile(dataDir), 'utf8')
      const { stdout } = await promisify(execFile)(
        'unshare',
        [...namespaces, process.execPath, ...asModule(dataDir)],
        { cwd: import.meta.dirname },
      )
      expect(stdout).toMatch(REFUSAL)
      expect(await readFile(processFile(dataDir), 'utf8')).toBe(text)
      expect(await backendOf(url)).toBeGreaterThan(0)
    },
  )

  test.skipIf(!canUnshare)(
    'a PostgreSQL whose socket another container removed still locks the folder (skipped: only root can make namespaces)',
    async () => {
      const { url } = await start(dataDir)
      const text = await readFile(processFile(dataDir), 'utf8')
      const socket = new URL(url).searchParams.get('host')!
      await rm(join(socket, '.s.PGSQL.5432'))
      const { stdout } = await promisify(execFile)(
        'unshare',
        [...namespaces, process.execPath, ...asModule(dataDir)],
        { cwd: import.meta.dirname },
      )
      expect(stdout).toMatch(REFUSAL)
      expect(await readFile(processFile(dataDir), 'utf8')).toBe(text)
    },
  )
})
