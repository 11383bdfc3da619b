import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Outcome } from './check-folder.ts'
import type { FolderFile } from './list-files.ts'

/** The most bytes of a name, so that its report's fits in a folder too. */
const MAX_NAME_BYTES = 200

type Move = {
  folder: string
  file: Pick<FolderFile, 'path' | 'name'>
  outcome: Outcome
  /** The text beside the file, by the name that it got. */
  report: (name: string) => string
}

/**
 * Moves a taken file to the folder of its outcome, with its report beside it. The report is written first: a file that stands there has one.
 *
 * @returns the name that it got: a name that is taken gets the instant
 */
export async function moveFile({ folder, file, outcome, report }: Move): Promise<string> {
  const target = join(folder, outcome)
  const name = await freeName(target, file.name)
  const reportPath = join(target, `${name}.txt`)
  // A report without its file is from a move that was interrupted.
  await rm(reportPath, { force: true })
  await writeFile(reportPath, report(name), { flag: 'wx' })
  await rename(file.path, join(target, name))
  return name
}

async function freeName(folder: string, wanted: string): Promise<string> {
  const extension = extname(wanted).slice(0, 20)
  const stem = shorten(wanted.slice(0, wanted.length - extension.length))
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  for (let attempt = 0; ; attempt += 1) {
    const added = ['', `-${instant}`][attempt] ?? `-${instant}-${attempt}`
    const name = `${stem}${added}${extension}`
    if (!(await exists(join(folder, name)))) return name
  }
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
