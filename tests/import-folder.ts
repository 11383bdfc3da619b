import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'

/** A folder for imports, a new one or that of an earlier call; removed after the test file. */
export async function makeImportFolder(earlier?: string) {
  const folder = earlier ?? (await mkdtemp(join(tmpdir(), 'botica-import-')))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const list = async (outcome: string) => (await readdir(join(folder, outcome)).catch(() => [])).toSorted()
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  /** Puts a file into the folder by renaming it, so that the shop never reads half of it. */
  async function drop(name: string, content: string | Buffer) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `.${name}`), content)
    await rename(join(folder, `.${name}`), join(folder, name))
  }
  /** Waits until a file with its report stands in `done` or `refused`, and returns the report. */
  async function reportOf(path: string) {
    await vi.waitUntil(async () => (await read(path).catch(() => undefined)) !== undefined, {
      timeout: 60_000,
      interval: 50,
    })
    return read(`${path}.txt`)
  }
  return { folder, list, read, drop, reportOf }
}
