import { join, resolve } from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { connectOrStartEmbedded, hasEmbedded } from '../database/embedded/connect-or-start.ts'
import type { Db } from '../database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '../database/timeouts.ts'
import { imagesFolder } from '../images/disk-store.ts'
import { openImageStore } from '../images/open-store.ts'
import { OperatorError } from '../operator-error.ts'
import { BackupError } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

// The program of `npm run backup [-- folder]` and `npm run restore -- folder`.

/** The exit status of a backup that was written without some images. */
const IMAGES_MISSING = 2
const log = (text: string) => console.log(text)
const config = readConfigOrEnd()
const [command, given] = process.argv.slice(2)

function readConfigOrEnd() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function withDatabase(work: (database: Db) => Promise<void>): Promise<void> {
  const embedded = config.databaseUrl
    ? undefined
    : await connectOrStartEmbedded({ dataDir: config.dataDir, log })
  try {
    const url = embedded?.url ?? config.databaseUrl ?? ''
    const database = connect(url, {
      max: 2,
      pooler: config.databasePooler,
      timeouts: MAINTENANCE_TIMEOUTS,
      onError: (error) => console.error(`PostgreSQL: ${error.message}`),
    })
    await work(database).finally(() => database.destroy())
  } finally {
    await embedded?.stop()
  }
}

async function backup(): Promise<void> {
  if (!config.databaseUrl && !hasEmbedded(config.dataDir))
    throw new BackupError(`No hay una base de datos en ${config.dataDir}. Revisa DATA_DIR o DATABASE_URL.`)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = given ? resolve(given) : join(config.dataDir, 'backups', time)
  log(`Respaldando en ${folder}`)
  let missing = 0
  await withDatabase(async (database) => {
    const { images } = await writeBackup({ database, config, folder, log })
    if (images.store === 's3') log(`  Las imágenes no se copian: están en el bucket ${images.bucket}.`)
    else missing = images.missing
  })
  log(`Respaldo terminado: ${folder}`)
  if (missing > 0) {
    console.error(
      `Al respaldo le faltan imágenes: ${missing.toLocaleString('es-CL')} que la base de datos nombra no están en ` +
        `${imagesFolder(config.dataDir)}. Lo demás está completo.`,
    )
    process.exitCode = IMAGES_MISSING
  }
}

async function restore(): Promise<void> {
  if (!given) throw new BackupError('Uso: npm run restore -- carpeta-del-respaldo')
  const folder = resolve(given)
  log(`Revisando ${folder}`)
  const checked = await checkBackup(folder, config)
  log(`Restaurando el respaldo del ${checked.manifest.createdAt}`)
  await withDatabase(async (database) => {
    const images = await openImageStore(config)
    await restoreBackup({ folder, backup: checked, database, images, log })
  })
  log('Restauración terminada. Inicia Botica con npm start; cada persona vuelve a iniciar sesión.')
}

try {
  await (command === 'restore' ? restore() : backup())
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
