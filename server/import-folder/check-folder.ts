import { constants } from 'node:fs'
import { access, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders of files that were taken. */
export type Outcome = 'done' | 'refused'
export const OUTCOMES: readonly Outcome[] = ['done', 'refused']

/**
 * Creates the folder of imports and those of its outcomes where they are missing.
 *
 * @returns why files can't be taken from it, in words for the operator; undefined if they can
 */
export async function checkFolder(folder: string): Promise<string | undefined> {
  for (const path of [folder, ...OUTCOMES.map((outcome) => join(folder, outcome))]) {
    try {
      await mkdir(path, { recursive: true })
      // A link could lead the shop's files anywhere.
      if (path !== folder && !(await lstat(path)).isDirectory()) return `${path} no es una carpeta.`
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      return `${path}: ${describe(error as NodeJS.ErrnoException)}`
    }
  }
  return undefined
}

const DESCRIPTIONS: Record<string, string> = {
  EACCES: 'la cuenta con que corre la tienda no puede leer y escribir ahí',
  EPERM: 'la cuenta con que corre la tienda no puede leer y escribir ahí',
  EROFS: 'el disco es de solo lectura',
  EEXIST: 'no es una carpeta',
  ENOTDIR: 'no es una carpeta',
  ENOSPC: 'el disco está lleno',
}

const describe = ({ code = '', message }: NodeJS.ErrnoException) =>
  `${DESCRIPTIONS[code] ?? message}${code && ` (${code})`}.`
