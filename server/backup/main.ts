import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { imagesFolder } from '../images/disk-store.ts'
import { openImageStore } from '../images/open-store.ts'
import { readCommandConfig, requireDatabase, runCommand, withDatabase } from '../operator/command.ts'
import { decryptBackup, encryptFolder, writeIdentity } from './encrypt.ts'
import { BackupError } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { ENCRYPTED_SUFFIX, nameBackup } from './retention.ts'
import { writeBackup } from './write-backup.ts'

// The program of `npm run backup [-- folder]` and `npm run restore -- folder`.

/** The exit status of a backup that was written without some images. */
const IMAGES_MISSING = 2
const USAGE = 'Uso: npm run restore -- [--identity llave.txt] carpeta-del-respaldo'
const log = (text: string) => console.log(text)
const config = readCommandConfig()
const [command, ...rest] = process.argv.slice(2)

async function backup(): Promise<void> {
  const { given, 'new-identity': newIdentity } = readArguments()
  if (newIdentity) return makeIdentity(resolve(newIdentity))
  requireDatabase(config)
  const folder = given ? resolve(given) : join(config.backups.folder, nameBackup(new Date()))
  const encryptTo = given ? undefined : config.backups.encryptTo
  const written = encryptTo ? join(config.dataDir, `backup-by-hand-${process.pid}`) : folder
  const result = encryptTo ? `${folder}${ENCRYPTED_SUFFIX}` : folder
  log(`Respaldando en ${result}`)
  let missing = 0
  try {
    await withDatabase(config, log, async (database) => {
      const { images } = await writeBackup({ database, config, folder: written, log })
      if (images.store === 's3') log(`  Las imágenes no se copian: están en el bucket ${images.bucket}.`)
      else missing = images.missing
    })
    if (encryptTo) await encryptFolder(written, result, encryptTo)
  } finally {
    if (encryptTo) await rm(written, { recursive: true, force: true })
  }
  log(`Respaldo terminado: ${result}`)
  if (missing > 0) {
    console.error(
      `Al respaldo le faltan imágenes: ${missing.toLocaleString('es-CL')} que la base de datos nombra no están en ` +
        `${imagesFolder(config.dataDir)}. Lo demás está completo.`,
    )
    process.exitCode = IMAGES_MISSING
  }
  const { bucket } = config.backups
  if (!encryptTo || !bucket) return
  log(`Subiendo al bucket ${bucket.bucket}`)
  const { uploadBackups } = await import('./upload-backups.ts')
  await uploadBackups({ ...config.backups, bucket, warn: console.error })
  log('El bucket tiene los respaldos.')
}

async function makeIdentity(file: string): Promise<void> {
  const recipient = await writeIdentity(file)
  log(
    `La llave privada está en ${file}: guárdala lejos del servidor, porque sin ella nadie abre los respaldos.`,
  )
  log(`BACKUP_ENCRYPT_TO=${recipient}`)
}

async function restore(): Promise<void> {
  const { given, identity } = readArguments()
  if (!given) throw new BackupError(USAGE)
  const path = resolve(given)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) return restoreFolder(path)
  if (!identity)
    throw new BackupError(`${path} está cifrado: indica el archivo con la llave privada.\n${USAGE}`)
  log(`Descifrando ${path}`)
  const folder = await decryptBackup(path, { identityFile: resolve(identity), within: config.dataDir })
  await restoreFolder(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

async function restoreFolder(folder: string): Promise<void> {
  log(`Revisando ${folder}`)
  const checked = await checkBackup(folder, config)
  log(`Restaurando el respaldo del ${checked.manifest.createdAt}`)
  await withDatabase(config, log, async (database) => {
    const images = await openImageStore(config)
    await restoreBackup({ folder, backup: checked, database, images, log })
  })
  log('Restauración terminada. Inicia Botica con npm start; cada persona vuelve a iniciar sesión.')
}

function readArguments() {
  const options = { identity: { type: 'string' }, 'new-identity': { type: 'string' } } as const
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    return { ...values, given: positionals[0] }
  } catch {
    throw new BackupError(command === 'restore' ? USAGE : 'Uso: npm run backup -- [carpeta]')
  }
}

await runCommand(command === 'restore' ? restore : backup)
