import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { ConfigError } from '../config.ts'
import { syncFolder } from '../files/durable-files.ts'
import { writePrivate } from './images.ts'
import { BackupError } from './manifest.ts'

/** The library is loaded only where backups are encrypted. */
const loadAge = () => import('age-encryption')

/** @throws ConfigError for a public key with a typing error, which would make every backup fail */
export async function checkRecipient(recipient: string): Promise<void> {
  const { Encrypter } = await loadAge()
  try {
    new Encrypter().addRecipient(recipient)
  } catch {
    throw new ConfigError(
      `La configuración no es válida:\n  BACKUP_ENCRYPT_TO="${recipient}": se espera la llave pública de age, y esta tiene un error de escritura`,
    )
  }
}

/** Writes a backup's folder as one encrypted file, which `age -d -i key file | tar x` opens too. */
export async function encryptFolder(folder: string, file: string, recipient: string): Promise<void> {
  const [{ Encrypter }, { packTar }] = await Promise.all([loadAge(), import('modern-tar/fs')])
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.part-${randomUUID().slice(0, 6)}`
  try {
    const encrypted = await encrypter.encrypt(toWeb(packTar(folder)))
    await pipeline(
      Readable.fromWeb(encrypted as ReadableStream),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(partial, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new BackupError(`No queda espacio para ${file}.`)
    throw error
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>

/**
 * Decrypts a backup into a new folder below `within`.
 *
 * @param identityFile a file with the private key, as `age-keygen` writes it
 * @returns the folder, which the caller removes
 * @throws BackupError
 */
export async function decryptBackup(
  file: string,
  { identityFile, within }: { identityFile: string; within: string },
): Promise<string> {
  const [{ Decrypter }, { unpackTar }] = await Promise.all([loadAge(), import('modern-tar/fs')])
  const decrypter = new Decrypter()
  for (const identity of await readIdentities(identityFile)) decrypter.addIdentity(identity)
  await mkdir(within, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(within, 'restore-'))
  try {
    const decrypted = await decrypter.decrypt(toWeb(createReadStream(file)))
    await pipeline(Readable.fromWeb(decrypted as ReadableStream), unpackTar(folder))
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`No existe ${file}.`)
    if (code) throw error
    throw new BackupError(
      `${file} no se puede descifrar con ${identityFile}: la llave es otra, o el archivo está dañado.`,
    )
  }
}

async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`No se puede leer ${file}.`)
  })
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(line))
  if (identities.length === 0)
    throw new BackupError(`${file} no tiene una llave privada de age (AGE-SECRET-KEY-1…).`)
  return identities
}

/**
 * Writes a new private key into a file that doesn't exist yet.
 *
 * @returns the public key
 */
export async function writeIdentity(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writePrivate(file, `# public key: ${recipient}\n${identity}\n`).catch((error) => {
    throw error.code === 'EEXIST' ? new BackupError(`${file} ya existe.`) : error
  })
  return recipient
}
