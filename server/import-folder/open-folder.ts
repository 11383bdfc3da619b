import { constants } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders of files that were taken. */
export type Outcome = 'done' | 'refused'

/** An open folder. On Linux `path` leads to this folder even if something else takes its name meanwhile. */
export type OpenFolder = {
  path: string
  /** @throws Error when a link or another folder has taken the folder's name */
  checkPlace: () => Promise<void>
}
/** The folder of imports, with the folders of its outcomes. */
export type ImportFolder = OpenFolder & Record<Outcome, OpenFolder>

/** Why files can't be taken from a folder, in words for the operator. */
class Unusable extends Error {}

/**
 * Opens the folder of imports and the folders of its outcomes while `work` runs. Missing folders are created.
 *
 * @returns why files can't be taken from the folder, in words for the operator; undefined after the work
 */
export async function withFolder(
  folder: string,
  work: (opened: ImportFolder) => Promise<void>,
): Promise<string | undefined> {
  const handles: FileHandle[] = []
  try {
    const own = await openFolder(folder, handles, folder)
    const done = await openFolder(join(own.path, 'done'), handles, join(folder, 'done'))
    const refused = await openFolder(join(own.path, 'refused'), handles, join(folder, 'refused'))
    await work({ ...own, done, refused })
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return error.message
  } finally {
    for (const handle of handles) await handle.close()
  }
  return undefined
}

async function openFolder(at: string, handles: FileHandle[], name: string): Promise<OpenFolder> {
  // The operator's folder may be a link. A link inside it could lead the shop's files anywhere.
  const [find, follow] = at === name ? [stat, 0] : [lstat, constants.O_NOFOLLOW]
  try {
    await mkdir(at, { recursive: true })
    const handle = await open(at, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (follow ?? 0))
    handles.push(handle)
    const path = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : at
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const { dev, ino } = await handle.stat({ bigint: true })
    const checkPlace = async () => {
      const found = await find(at, { bigint: true })
      if (found.dev !== dev || found.ino !== ino) throw new Error(`${name} isn't the folder that was opened`)
    }
    return { path, checkPlace }
  } catch (error) {
    throw new Unusable(`${name}: ${describe(error as NodeJS.ErrnoException)}`)
  }
}

const DESCRIPTIONS: Record<string, string> = {
  EACCES: 'la cuenta con que corre la tienda no puede leer y escribir ahí',
  EPERM: 'la cuenta con que corre la tienda no puede leer y escribir ahí',
  EROFS: 'el disco es de solo lectura',
  EEXIST: 'no es una carpeta',
  ENOTDIR: 'no es una carpeta',
  ELOOP: 'no es una carpeta',
  ENOSPC: 'el disco está lleno',
}

const describe = ({ code = '', message }: NodeJS.ErrnoException) =>
  `${DESCRIPTIONS[code] ?? message}${code && ` (${code})`}.`
