import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { OPERATOR } from '#contract/audit.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { Config } from '../config.ts'
import { isOutage } from '../database/outage.ts'
import type { Db } from '../database/schema.ts'
import { storeUnread } from '../features/imports/import-rule.ts'
import { importWorkbook } from '../features/imports/import-workbook.ts'
import {
  closeFile,
  findOpenImport,
  type ImportLog,
  type OpenFile,
} from '../features/imports/save/import-store.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { FolderFile } from './list-files.ts'
import type { ImportFolder, Outcome } from './open-folder.ts'
import { reportText } from './report-text.ts'

type Taking = {
  database: Db
  config: Pick<Config, 'imports' | 'publicUrl'>
  folder: ImportFolder
  log: ImportLog
}

/** A taken file: its new path below the import folder, and the report of its import. */
export type Taken = { path: string; report: ImportReport }

/**
 * Imports a file of the folder and moves it. When the process was killed in between, the next run only moves the file: until a file is
 * moved, its import is stored with the file's digest.
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

type Readable = Exclude<ReadResult, 'changed'>

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

const EXTENSION = /\.(xlsx|csv|tsv|txt)$/i

type ReadResult = { bytes: Buffer; digest: string } | { reason: string } | 'changed'

/** Reads a file of the folder; `changed` when it isn't the listed file any more; `reason` says to a person why it can't be read. */
async function readFolderFile({ path, name, size, modified }: FolderFile): Promise<ReadResult> {
  if (!EXTENSION.test(name)) return { reason: 'Se leen archivos .xlsx, .csv, .tsv y .txt.' }
  if (size > MAX_FILE_BYTES)
    return { reason: `El archivo pesa más de ${MAX_FILE_BYTES / 1024 / 1024} MB. Divídelo en partes.` }
  if (size === 0) return { reason: 'El archivo está vacío.' }
  try {
    // A link or a pipe may have taken the place of the listed file.
    const file = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
    try {
      const before = await file.stat()
      if (!before.isFile() || before.size !== size || before.mtimeMs !== modified) return 'changed'
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      const after = await file.stat()
      if (bytesRead !== size || after.size !== size || after.mtimeMs !== modified) return 'changed'
      return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ELOOP') return 'changed'
    if (code === 'EACCES') return { reason: 'La tienda no tiene permiso para leer este archivo.' }
    throw error
  }
}

/** The most bytes of a name without its extension, so that the name of its report isn't too long. */
const MAX_NAME_BYTES = 200

type Move = {
  folder: ImportFolder
  file: FolderFile
  outcome: Outcome
  /** The text beside the file. */
  report: string
}

/**
 * Moves a taken file to the folder of its outcome, with its report beside it. The report is written first, so that every moved file has
 * one.
 *
 * @returns the file's new name, with the instant when the name of the file or its report is taken; undefined for a file that changed
 * @throws Error when a folder isn't where it was opened
 */
export async function moveFile({ folder, file, outcome, report }: Move): Promise<string | undefined> {
  const target = folder[outcome]
  await folder.checkPlace()
  await target.checkPlace()
  const { size, mtimeMs } = await lstat(file.path)
  if (size !== file.size || mtimeMs !== file.modified) return undefined
  for (let attempt = 0; ; attempt += 1) {
    const name = nameFor(file.name, attempt)
    const path = join(target.path, name)
    if ((await exists(path)) || !(await writeNew(`${path}.txt`, report))) continue
    await rename(file.path, path).catch(async (error) => {
      await rm(`${path}.txt`)
      throw error
    })
    return name
  }
}

function nameFor(wanted: string, attempt: number): string {
  const extension = extname(wanted).slice(0, 20)
  const stem = shorten(wanted.slice(0, wanted.length - extension.length))
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const added = ['', `-${instant}`][attempt] ?? `-${instant}-${attempt}`
  return `${stem}${added}${extension}`
}

function shorten(stem: string): string {
  let text = stem
  while (Buffer.byteLength(text) > MAX_NAME_BYTES) text = [...text].slice(0, -1).join('')
  return text
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Writes a file, unless its name is taken. */
const writeNew = (path: string, text: string) =>
  writeFile(path, text, { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
