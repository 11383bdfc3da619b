import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FolderFile } from './list-files.ts'
import type { ImportFolder, Outcome } from './open-folder.ts'

/** The most bytes of a name, so that its report's fits in a folder too. */
const MAX_NAME_BYTES = 200

type Move = {
  folder: ImportFolder
  file: FolderFile
  outcome: Outcome
  /** The text beside the file. */
  report: string
}

/**
 * Moves a taken file to the folder of its outcome, with its report beside it. The report is written first: a file that stands there has one.
 *
 * @returns the name that it got: one that the file or its report can't have gets the instant; undefined for a file that changed meanwhile
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

/** Writes a file, unless something has its name. */
const writeNew = (path: string, text: string) =>
  writeFile(path, text, { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
