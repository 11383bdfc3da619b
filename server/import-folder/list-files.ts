import { lstat, readdir } from 'node:fs/promises'

/** A file of the folder. */
export type FolderFile = {
  /** The path's bytes, because another system may have written the name in another encoding. */
  path: Buffer
  name: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
}

/** Names of temporary and hidden files, lock files, and files that operating systems create by themselves. */
const IGNORED =
  /^[.~]|~$|\.(tmp|temp|part|partial|filepart|crdownload|download|swp|lock|lnk)$|^(desktop\.ini|thumbs\.db)$/i

/** Lists the files to take, the oldest first. Leaves out folders, links, and files that {@link IGNORED} names. */
export async function listFiles(folder: string): Promise<FolderFile[]> {
  const names = await readdir(folder, { encoding: 'buffer' })
  const found = await Promise.all(names.map((name) => readEntry(folder, name)))
  return found
    .flatMap((file) => file ?? [])
    .toSorted((a, b) => a.modified - b.modified || a.name.localeCompare(b.name))
}

async function readEntry(folder: string, bytes: Buffer): Promise<FolderFile | undefined> {
  const name = decodeName(bytes)
  if (IGNORED.test(name)) return undefined
  const path = Buffer.concat([Buffer.from(`${folder}/`), bytes])
  // The file may be gone by now.
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { path, name, size: found.size, modified: found.mtimeMs }
}

/** A name as text. Old programs write "ñ" as a single byte. */
function decodeName(bytes: Buffer): string {
  const name = bytes.toString()
  return name.includes('\uFFFD') ? bytes.toString('latin1') : name
}

type Seen = { size: number; modified: number; since: number }

/**
 * Finds the files that haven't changed for some time, so that no file is taken half-written.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createUnchangedFilter(quietMs: number, now: () => number = () => performance.now()) {
  let seen = new Map<string, Seen>()
  return (files: readonly FolderFile[]): FolderFile[] => {
    const at = now()
    const next = new Map<string, Seen>()
    for (const { name, size, modified } of files) {
      const before = seen.get(name)
      const isSame = before?.size === size && before.modified === modified
      next.set(name, { size, modified, since: isSame ? before.since : at })
    }
    seen = next
    return files.filter(({ name }) => at - next.get(name)!.since >= quietMs)
  }
}
