import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { readBackupAge } from './backup-state.ts'

/** Whether the backups are on the disk of the data only, and would be lost together with them. */
export async function areOnSameDisk(
  database: Db,
  { backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>,
): Promise<boolean> {
  if (backups.bucket && (await readBackupAge(database))?.uploaded) return false
  const [backupDisk, dataDisk] = await Promise.all([deviceOf(backups.folder), deviceOf(dataDir)])
  return backupDisk === dataDisk
}

/** The device of a folder, or of the one in which it will be created. */
async function deviceOf(folder: string): Promise<number | undefined> {
  const found = await stat(folder).catch(() => undefined)
  if (found) return found.dev
  return dirname(folder) === folder ? undefined : deviceOf(dirname(folder))
}
