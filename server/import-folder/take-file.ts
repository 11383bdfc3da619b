import type { ImportReport } from '#contract/import-report.ts'
import type { Config } from '../config.ts'
import { isOutage } from '../database/outage.ts'
import type { Db } from '../database/schema.ts'
import { OPERATOR, storeUnread } from '../features/imports/import-rule.ts'
import type { OpenFile } from '../features/imports/import-store.ts'
import { closeFile, findOpenImport } from '../features/imports/import-store.ts'
import { importWorkbook } from '../features/imports/import-workbook.ts'
import type { ImportLog } from '../features/imports/save-plan.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { FolderFile } from './list-files.ts'
import { moveFile } from './move-file.ts'
import type { ImportFolder } from './open-folder.ts'
import { readFolderFile } from './read-file.ts'
import { reportText } from './report-text.ts'

type Taking = {
  database: Db
  config: Pick<Config, 'imports' | 'publicUrl'>
  folder: ImportFolder
  log: ImportLog
}

/** A taken file: where it is now, and the report of its import. */
export type Taken = { path: string; report: ImportReport }

/**
 * Imports a file of the folder and moves it. Run again after the process was killed in between, it only moves it: the import is stored
 * together with the file's digest until then.
 *
 * @returns undefined when the file has to wait: it is changing, or another import runs
 */
export async function takeFile(taking: Taking, file: FolderFile): Promise<Taken | undefined> {
  const { database, folder, config } = taking
  const read = await readFolderFile(file)
  if (read === 'changed') return undefined
  const digest = 'digest' in read ? read.digest : ''
  const openFile: OpenFile = { name: file.name, digest, modified: file.modified }
  const report = (await findOpenImport(database, openFile)) ?? (await importFile(taking, read, openFile))
  if (!report) return undefined
  const outcome = report.savedAt === null ? 'refused' : 'done'
  const text = await reportText(database, report, config.publicUrl)
  const name = await moveFile({ folder, file, outcome, report: text })
  if (name === undefined) return undefined
  await closeFile(database, report._id)
  return { path: `${outcome}/${name}`, report }
}

type Readable = Exclude<Awaited<ReturnType<typeof readFolderFile>>, 'changed'>

async function importFile({ database, config, log }: Taking, read: Readable, openFile: OpenFile) {
  const file = { name: openFile.name, origin: { source: 'folder', file: openFile } } as const
  if ('reason' in read) return storeUnread(database, { ...file, reason: read.reason })
  try {
    return await importWorkbook(database, {
      ...{ file: { name: openFile.name, bytes: read.bytes }, origin: file.origin, actor: OPERATOR },
      ...{ mode: 'save', rule: config.imports, log },
    })
  } catch (error) {
    if (isOutage(error)) throw error
    if (!(error instanceof Refusal)) {
      log.warn({ err: error }, 'could not import a file of the folder')
      const reason = 'La tienda tuvo un error al importarlo; el registro de la tienda dice más.'
      return storeUnread(database, { ...file, reason })
    }
    if (error.code === 'TOO_MANY') return undefined
    return storeUnread(database, { ...file, reason: error.message })
  }
}
