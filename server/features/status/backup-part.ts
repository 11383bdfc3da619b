import type { Status } from '#contract/status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { readBackupState } from '../backups/backup-state.ts'
import { areOnSameDisk } from '../backups/same-disk.ts'
import { advice, alarm, type Part, thatApply } from './status-part.ts'

const PROBLEMS = {
  failed: 'El último respaldo falló',
  unproved: 'El último respaldo no se pudo probar',
  old: 'Hace más de 36 horas que no hay un respaldo',
  'not-uploaded': 'El último respaldo está en el servidor, pero no en el bucket',
} as const

/** The status of the backups that the shop makes by itself. */
export async function readBackup(
  database: Db,
  config: Pick<Config, 'backups' | 'dataDir'>,
): Promise<Part<Status['backup']>> {
  const state = await readBackupState(database)
  // Without a backup and without an error, the first attempt is still under way.
  const at = state?.at ?? (state?.error ? state.triedAt : null)
  const value = state && at ? { at, proved: state.proved, ...(state.error && { error: state.error }) } : null
  if (!config.backups.scheduled)
    return {
      value,
      warnings: [
        advice(
          'backup-off',
          'La tienda no hace respaldos por sí misma. Pon una carpeta en BACKUP_DIR, o respalda la base de datos en su servidor.',
        ),
      ],
    }
  const { problem = null, error = '' } = state ?? {}
  const reason = error && `: ${error.replace(/\.$/, '')}`
  return {
    value,
    warnings: thatApply(
      problem !== null &&
        alarm('backup', `${PROBLEMS[problem]}${reason}. Haz uno con «npm run backup» y lee lo que diga.`),
      (await areOnSameDisk(database, config)) &&
        advice(
          'backup-disk',
          'Los respaldos están en el mismo disco que los datos: si se daña, se pierden juntos. Lleva BACKUP_DIR a otro disco, o súbelos a un bucket con BACKUP_S3_*.',
        ),
    ),
  }
}
