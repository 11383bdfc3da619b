import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import type { Db } from '../../database/schema.ts'
import { findImport, type OpenFile } from './import-store.ts'

/** Finds the import of a file that was imported but not moved, as when the process was killed in between. */
export async function findOpenImport(database: Db, file: OpenFile): Promise<ImportReport | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from product_imports where open_file is not null and open_file = ${JSON.stringify(file)}::jsonb
    order by id desc limit 1`.execute(database)
  return rows[0] && findImport(database, rows[0].id)
}

/** Notes that the file of an import was moved: the same file again is a new one. */
export const closeFile = (database: Db, importId: string) =>
  sql`update product_imports set open_file = null where id = ${importId}`.execute(database)

/** Notes the files that are in the folder no more, as when the process was killed right after it moved one. */
export async function closeMissingFiles(
  database: Db,
  present: readonly Pick<OpenFile, 'name' | 'modified'>[],
): Promise<void> {
  await sql`
    update product_imports set open_file = null
    where open_file is not null and not exists (
      select from jsonb_to_recordset(${JSON.stringify(present)}::jsonb) as file (name text, modified float8)
      where file.name = open_file->>'name' and file.modified = (open_file->>'modified')::float8
    )`.execute(database)
}
