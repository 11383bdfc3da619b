import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import { backupSource, readTables } from '#server/backup/tables.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import type { Db } from '#server/database/schema.ts'
import type { TestApp } from './app.ts'

/** Every row of every table in a backup, as sorted JSON text. */
export async function rowsOf(database: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name } of await readTables(database)) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${backupSource(name)} t order by 1`.execute(database)
    all[name] = rows.map(({ line }) => line)
  }
  return all
}

/** A temporary folder for the test file's backups. */
export async function makeBackupsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  afterAll(() => rm(folder, { recursive: true }))
  return folder
}

export const backUp = (
  { database, config }: TestApp,
  folder: string,
  log: (text: string) => void = () => {},
) => writeBackup({ database, config, folder, log })

export async function restore(folder: string, { database, images, config }: TestApp) {
  const backup = await checkBackup(folder, config)
  await restoreBackup({ folder, backup, database, images, log: () => {} })
}
