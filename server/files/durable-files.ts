import { open, rename, writeFile } from 'node:fs/promises'

/** Modes of files with personal data, and of their folders: for the shop's own account only. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/**
 * Writes a file whole or not at all, even when the power fails: flushed under a temporary name, then renamed. The rename
 * itself is safe after {@link syncFolder}.
 */
export async function writeAtomically(
  path: string,
  content: Buffer,
  { mode }: { mode?: number } = {},
): Promise<void> {
  await writeFile(`${path}.part`, content, { mode, flush: true })
  await rename(`${path}.part`, path)
}

/** Flushes a folder's list of names to the disk. Windows neither needs nor allows it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
