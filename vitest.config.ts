import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that replace a module (`vi.mock`), and a few like them, which are quick by themselves. */
const REPLACING = ['app/**/*.test.ts', 'server/images/image-store.test.ts']

export default defineConfig({
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
