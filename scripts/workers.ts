// The programs that the server starts as processes of their own: how the code names them, and where the build puts them.
import { basename } from 'node:path'

/** The URL of such a program; the first group is its path. */
export const WORKER_URL = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g

/** The program's bundle in the folder of the build. */
export const builtWorker = (file: string) => `workers/${basename(file, '.ts')}.js`
