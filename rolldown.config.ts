import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'
import { dependencies } from './package.json' with { type: 'json' }
import { builtProgram, CHILD_PROGRAM_URL } from './scripts/child-programs.ts'

/** Packages that aren't bundled: the dependencies, which have native code or are read as files, and Vite, which only development loads. */
const OUTSIDE = [...Object.keys(dependencies), 'vite', 'pg-native']

/**
 * Bundles each program that `new URL('./file.ts', import.meta.url)` names into a file of its own, and points the URL to that
 * file.
 */
const childPrograms: Plugin = {
  name: 'botica:child-programs',
  transform: {
    filter: { code: CHILD_PROGRAM_URL },
    handler(code, id) {
      return code.replaceAll(CHILD_PROGRAM_URL, (_, file) => {
        const program = { id: join(dirname(id), file), fileName: builtProgram(file) }
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', ...program })})`
      })
    },
  },
}

/**
 * The server in a few files: Node starts it in half the time that a thousand modules take (docs/decisions/016-processes.md).
 * Not minified, so that stack traces can be read.
 */
export default defineConfig({
  // The operator's programs as well: an image has no sources.
  input: {
    main: 'server/main.ts',
    'backup/main': 'server/backup/main.ts',
    'operator/admin': 'server/operator/admin.ts',
    'operator/audit': 'server/operator/audit.ts',
    'operator/doctor': 'server/operator/doctor.ts',
    'operator/import': 'server/operator/import.ts',
    'operator/person': 'server/operator/person.ts',
  },
  platform: 'node',
  logLevel: 'warn',
  external: OUTSIDE,
  plugins: [childPrograms],
  output: { dir: 'build/node', cleanDir: true },
})
