import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'

/** Whether the backups are on the disk of the data, and would be lost together with them. */
export async function isOnSameDisk({
  backups,
  dataDir,
}: Pick<Config, 'backups' | 'dataDir'>): Promise<boolean> {
  const [backupDisk, dataDisk] = await Promise.all([deviceOf(backups.folder), deviceOf(dataDir)])
  return backupDisk === dataDisk
}

/** The device of a folder, or of the one in which it will be created. */
async function deviceOf(folder: string): Promise<number | undefined> {
  const found = await stat(folder).catch(() => undefined)
  if (found) return found.dev
  return dirname(folder) === folder ? undefined : deviceOf(dirname(folder))
}
