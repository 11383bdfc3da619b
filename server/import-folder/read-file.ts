import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import type { FolderFile } from './list-files.ts'

/** The extensions that are read. */
const EXTENSION = /\.(xlsx|csv|tsv|txt)$/i

export type ReadResult = { bytes: Buffer; digest: string } | { reason: string } | 'changed'

/** Reads a file of the folder; `changed` when it isn't the listed one any more, `reason` why it can't be read, for a person. */
export async function readFolderFile({ path, name, size, modified }: FolderFile): Promise<ReadResult> {
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
