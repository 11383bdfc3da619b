import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { builtProgram, CHILD_PROGRAM_URL } from './scripts/child-programs.ts'

/** Tests that replace a module (`vi.mock`), and a few like them, which are quick by themselves. */
const REPLACING = ['app/**/*.test.ts', 'server/images/image-store.test.ts']

/** Starts the server's child processes from the build, in a third of the time that their sources take. */
const builtChildPrograms = (build: string): Plugin => ({
  name: 'botica:built-child-programs',
  // Before the quotes change with TypeScript's types.
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.test.ts')
      ? code
      : code.replaceAll(CHILD_PROGRAM_URL, (_, file) => {
          const url = pathToFileURL(resolve(build, builtProgram(file)))
          return `new URL('${url}')`
        }),
})

export default defineConfig({
  plugins: process.env.BUILT_SERVER ? [builtChildPrograms(process.env.BUILT_SERVER)] : [],
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // More than cores: much of a file's time is waiting for PostgreSQL and processes.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      { extends: true, test: { name: 'app', include: REPLACING } },
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['{domain,contract,server,demo,bench,drills,tests,scripts}/**/*.test.ts'],
          exclude: REPLACING,
          globalSetup: 'tests/postgres.ts',
          // Files of a worker share the modules that they load, so no module may keep what another file must not see.
          isolate: false,
        },
      },
    ],
  },
})
