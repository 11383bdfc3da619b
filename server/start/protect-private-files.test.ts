import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openImageStore } from '../images/open-store.ts'
import { openTransport } from '../mail/transport.ts'
import { protectPrivateFiles } from './protect-private-files.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'botica-modes-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

/** The modes of a folder and of everything below it. */
async function readModes(folder: string): Promise<Set<string>> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
  const modes = [join(dataDir, folder), ...entries.map((entry) => join(entry.parentPath, entry.name))].map(
    async (path) => {
      const found = await stat(path)
      return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`
    },
  )
  return new Set(await Promise.all(modes))
}

const PRIVATE = new Set(['folder 700', 'file 600'])
const withUmask = (mode: number) => (mode & ~process.umask()).toString(8)
const PUBLIC = new Set([`folder ${withUmask(0o777)}`, `file ${withUmask(0o666)}`])

test('new prescriptions, payment proofs and mails are for their owner only', async () => {
  const images = await openImageStore({ dataDir })
  for (const kind of ['prescription', 'proof', 'product'] as const)
    await images.put(kind, new Map([[1600, Buffer.from('image')]]))
  const transport = openTransport({
    dataDir,
    smtpUrl: undefined,
    mailFrom: { name: 'Botica', address: 'contacto@botica.example' },
  })
  const mail = { name: 'welcome.1', date: new Date(), subject: 'Hola', html: 'Hola', text: 'Hola' }
  await transport.send({ ...mail, to: { name: 'Ana', address: 'ana@correo.cl' } }, AbortSignal.timeout(5_000))

  for (const folder of ['images/prescription', 'images/proof', 'outbox'])
    expect([folder, await readModes(folder)]).toEqual([folder, PRIVATE])
  expect(await readModes('images/product')).toEqual(PUBLIC)
})

test('a start protects the private files of an earlier version', async () => {
  for (const folder of [
    'images/prescription/0a',
    'images/prescription/ff',
    'images/proof/0a',
    'outbox',
    'images/user/0a',
  ]) {
    await mkdir(join(dataDir, folder), { recursive: true })
    for (const name of ['one', 'two']) await writeFile(join(dataDir, folder, name), 'content')
  }
  await protectPrivateFiles(dataDir)
  for (const folder of ['images/prescription', 'images/proof', 'outbox'])
    expect([folder, await readModes(folder)]).toEqual([folder, PRIVATE])
  expect(await readModes('images/user')).toEqual(PUBLIC)

  // A folder that was copied there later.
  await chmod(join(dataDir, 'images/proof/0a'), 0o755)
  await chmod(join(dataDir, 'images/proof/0a/one'), 0o644)
  await protectPrivateFiles(dataDir)
  expect(await readModes('images/proof')).toEqual(PRIVATE)
})

test('a start without any files has nothing to protect', async () => {
  await protectPrivateFiles(dataDir)
  expect(await readdir(dataDir)).toEqual([])
})
