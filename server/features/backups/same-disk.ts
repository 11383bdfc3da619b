import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { readBackupState } from './backup-state.ts'

/** Whether the only backups are on the same disk as the data, and would be lost with the data. */
export async function areOnSameDisk(
  database: Db,
  { backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>,
): Promise<boolean> {
  if (backups.bucket && (await readBackupState(database))?.uploaded) return false
  const [backupDisk, dataDisk] = await Promise.all([deviceOf(backups.folder), deviceOf(dataDir)])
  return backupDisk === dataDisk
}

/** The device of a folder; while the folder doesn't exist, the device of its nearest existing parent. */
async function deviceOf(folder: string): Promise<number | undefined> {
  const found = await stat(folder).catch(() => undefined)
  if (found) return found.dev
  return dirname(folder) === folder ? undefined : deviceOf(dirname(folder))
}
