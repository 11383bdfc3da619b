import { join, resolve } from 'node:path'
import { imagesFolder } from '../images/disk-store.ts'
import { openImageStore } from '../images/open-store.ts'
import { readCommandConfig, requireDatabase, runCommand, withDatabase } from '../operator/command.ts'
import { BackupError } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

// The program of `npm run backup [-- folder]` and `npm run restore -- folder`.

/** The exit status of a backup that was written without some images. */
const IMAGES_MISSING = 2
const log = (text: string) => console.log(text)
const config = readCommandConfig()
const [command, given] = process.argv.slice(2)

async function backup(): Promise<void> {
  requireDatabase(config)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = given ? resolve(given) : join(config.dataDir, 'backups', time)
  log(`Respaldando en ${folder}`)
  let missing = 0
  await withDatabase(config, log, async (database) => {
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
  await withDatabase(config, log, async (database) => {
    const images = await openImageStore(config)
    await restoreBackup({ folder, backup: checked, database, images, log })
  })
  log('Restauración terminada. Inicia Botica con npm start; cada persona vuelve a iniciar sesión.')
}

await runCommand(command === 'restore' ? restore : backup)
