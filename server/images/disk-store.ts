import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFolder, writeAtomically } from '../files/durable-files.ts'
import { ifMissing } from '../files/if-missing.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { createImageStore, type ImageStore } from './image-store.ts'

/** The folder of the disk store's files. */
export const imagesFolder = (dataDir: string) => join(dataDir, 'images')

/** Images on the disk, at `<dataDir>/images/<kind>/<first two characters>/<name>-<width>.webp`, or `.avif`. */
export function openDiskStore(dataDir: string): ImageStore {
  const root = imagesFolder(dataDir)
  const folderOf = (kind: ImageKind, file: string) => join(root, kind, file.slice(0, 2))
  const pathOf = (kind: ImageKind, file: string) => join(folderOf(kind, file), file)
  /** Removes files and what a killed server has left of them. */
  const remove = (kind: ImageKind, files: Iterable<string>) =>
    Promise.all(
      [...files]
        .flatMap((file) => [file, `${file}.part`])
        .map((file) => rm(pathOf(kind, file), { force: true })),
    )

  return createImageStore({
    async write(kind, files) {
      const isPrivate = imageKinds[kind].access === 'private'
      const [first = ''] = files.keys()
      const folder = folderOf(kind, first)
      try {
        await mkdir(root, { recursive: true })
        await mkdir(folder, { recursive: true, mode: isPrivate ? PRIVATE_FOLDER : undefined })
        const mode = isPrivate ? PRIVATE_FILE : undefined
        // Waits for all writes before the cleanup, so that no late file stays behind.
        const written = await Promise.allSettled(
          Array.from(files, ([file, body]) => writeAtomically(pathOf(kind, file), body, { mode })),
        )
        const failed = written.find((result) => result.status === 'rejected')
        if (failed) throw failed.reason
        await syncFolder(folder)
      } catch (error) {
        await remove(kind, files.keys()).catch(() => {})
        throw error
      }
    },

    read: (kind, file) => readFile(pathOf(kind, file)).catch(ifMissing(null)),

    async remove(kind, files) {
      await remove(kind, files)
    },

    async *list(kind) {
      for (const folder of await readdir(join(root, kind), { withFileTypes: true }).catch(ifMissing([]))) {
        const files = folder.isDirectory() ? await readdir(join(root, kind, folder.name)) : []
        // Ignores files in a wrong folder, which the store didn't write.
        for (const file of files.filter((name) => name.startsWith(folder.name))) {
          const found = await stat(pathOf(kind, file)).catch(ifMissing(null))
          if (found) yield { file, modifiedAt: found.mtime }
        }
      }
    },

    isFull: (error) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''),
  })
}
