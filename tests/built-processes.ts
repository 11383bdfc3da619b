import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Has what the server starts as a process of its own, such as the reader of workbooks, run from the built server: Node starts it in a
 * third of the time that its sources take.
 *
 * @param folder the built server's folder; without it, the sources run
 */
export const builtProcesses = (folder: string | undefined): Plugin => ({
  // Vitest keeps transformed files between runs, by the names of the plugins.
  name: `botica:built-processes:${folder ?? 'sources'}`,
  enforce: 'pre',
  transform: (code) =>
    folder &&
    code.replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (sources, name) => {
      const built = resolve(folder, `${name}.js`)
      return existsSync(built) ? `new URL('${pathToFileURL(built)}')` : sources
    }),
})
