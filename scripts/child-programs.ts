// The programs that the server starts as child processes: how the code names them, and where the build puts them.
import { basename } from 'node:path'

/** The URL of such a program; the first group is its path. */
export const CHILD_PROGRAM_URL = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g

/** The program's bundle in the folder of the build. */
export const builtProgram = (file: string) => `programs/${basename(file, '.ts')}.js`
