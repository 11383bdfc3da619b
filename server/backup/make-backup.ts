import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { hasEmbedded } from '../database/embedded/connect-or-start.ts'
import type { Db } from '../database/schema.ts'
import { beginAttempt, noteBackup, noteFailure, noteUpload } from '../features/backups/backup-state.ts'
import { warnAdministrators } from '../features/backups/warn-administrators.ts'
import { syncFolder } from '../files/durable-files.ts'
import { imagesFolder } from '../images/disk-store.ts'
import type { S3Settings } from '../images/image-store.ts'
import { OperatorError } from '../operator-error.ts'
import { encryptFolder } from './encrypt.ts'
import { BackupError } from './manifest.ts'
import { dropScratchDatabase, proveBackup } from './prove-backup.ts'
import {
  ENCRYPTED_SUFFIX,
  nameBackup,
  removeExpired,
  removeUnfinished,
  UNPROVED_SUFFIX,
} from './retention.ts'
import { writeBackup } from './write-backup.ts'

type Making = {
  database: Db
  /** The address of `database`. */
  url: string
  config: Config
  /** The instant in the backup's name. */
  at?: Date
  log: (text: string) => void
  warn: (text: string) => void
}

/** The folder of the readable backup while it is proved, before its encryption: beside the data, not on a disk that may be lost. */
const stagingFolder = ({ dataDir }: Config) => join(dataDir, 'backup-staging')

/**
 * Makes a backup, proves it, removes expired ones, uploads what the bucket lacks, and notes the results; a failure is mailed to the
 * administrators. Only one process may do so at a time.
 */
export async function makeBackup(making: Making): Promise<void> {
  const { database, config, at = new Date(), log, warn } = making
  const name = nameBackup(at)
  const before = await beginAttempt(database, name)
  try {
    await cleanUpAfter(before, making)
    const { file, problem } = await writeProved(name, making)
    await noteBackup(database, { name, at, error: problem, uploaded: config.backups.bucket ? false : null })
    if (problem) warn(`El respaldo ${file} no se pudo probar: ${problem}`)
    else log(`Respaldo terminado y probado: ${file}`)
    await removeExpired(config.backups).catch((error) =>
      warn(`No se pudieron quitar respaldos antiguos de ${config.backups.folder}: ${error}`),
    )
    if (config.backups.bucket) await uploadKept(config.backups.bucket, problem, making)
  } catch (error) {
    const reason = describe(error)
    warn(`El respaldo falló: ${reason}`)
    await noteFailure(database, reason)
  }
  await warnAdministrators(database)
}

/** Removes what a killed attempt left: its unfinished files, and the database in which it was proving a backup. */
async function cleanUpAfter(before: { attempt: string; scratch: string }, { database, config }: Making) {
  await rm(stagingFolder(config), { recursive: true, force: true })
  await removeUnfinished(config.backups.folder, before.attempt)
  if (before.scratch) await dropScratchDatabase(database, before.scratch)
}

/** Writes a backup and proves it. The name marks the backup as unproved until the proof succeeds. */
async function writeProved(name: string, { database, url, config, warn }: Making) {
  const { folder, encryptTo } = config.backups
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await refuseWithoutSpace(database, config)
  const unproved = join(encryptTo ? stagingFolder(config) : folder, `${name}${UNPROVED_SUFFIX}`)
  const { images } = await writeBackup({ database, config, folder: unproved, log: () => {} })
  if (images.store === 'disk' && images.missing > 0)
    warn(
      `Al respaldo le faltan ${images.missing} imágenes que la base de datos nombra y no están en el disco.`,
    )
  const problem = await proveBackup({ folder: unproved, database, url, config }).then(
    () => '',
    (error: unknown) => describe(error),
  )
  const final = join(folder, problem ? `${name}${UNPROVED_SUFFIX}` : name)
  if (encryptTo) {
    const file = `${final}${ENCRYPTED_SUFFIX}`
    await encryptFolder(unproved, file, encryptTo)
    await rm(stagingFolder(config), { recursive: true })
    return { file, problem }
  }
  if (final !== unproved) {
    await rename(unproved, final)
    await syncFolder(folder)
  }
  return { file: final, problem }
}

/** Uploads what the bucket lacks, and notes a failure beside the backup's own problem. */
async function uploadKept(bucket: S3Settings, problem: string, { database, config, log, warn }: Making) {
  const { uploadBackups } = await import('./upload-backups.ts')
  const failure = await uploadBackups({ ...config.backups, bucket, warn }).then(
    () => '',
    (error: unknown) => describe(error),
  )
  if (failure) warn(`El respaldo no está en el bucket: ${failure}`)
  else log(`Los respaldos están en el bucket ${bucket.bucket}`)
  await noteUpload(database, { uploaded: !failure, error: [problem, failure].filter(Boolean).join(' ') })
}

/** An error in words that may be shown. An unexpected error is logged, and only its code or name is shown: its message may quote rows. */
function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'ENOSPC' || code === '53100') return 'No queda espacio en el disco.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
    return `No se puede escribir en la carpeta de los respaldos (${code}).`
  if (code?.startsWith('23')) return `La base de datos no acepta las filas restauradas (${code}).`
  console.error(error)
  return `Error inesperado (${code ?? name ?? 'sin código'}); el registro de la tienda tiene el detalle.`
}

/** @throws BackupError when the backup and its proof could fill the disk on which the shop runs */
async function refuseWithoutSpace(database: Db, config: Config): Promise<void> {
  const { folder, encryptTo } = config.backups
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(database)
  const bytes = rows[0]!.bytes
  const images = config.s3 ? 0 : await sizeOf(imagesFolder(config.dataDir))
  const copies = encryptTo ? 2 : 1
  const needed = copies * images + (hasEmbedded(config.dataDir) ? 2 : 1) * bytes
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new BackupError(
      `No queda espacio en ${folder}: el respaldo y su prueba pueden ocupar ${formatBytes(needed)} y quedan ${formatBytes(bavail * bsize)}.`,
    )
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += found?.size ?? 0
  }
  return bytes
}

const formatBytes = (bytes: number) =>
  `${(bytes / 1e9).toLocaleString('es-CL', { maximumFractionDigits: 2 })} GB`
