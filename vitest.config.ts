import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,demo,drills,app,tests,scripts}/**/*.test.ts'],
    globalSetup: 'tests/postgres.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // By default one less than cores: on two that is one file after another, though most of a file's time is waiting for PostgreSQL and processes.
    maxWorkers: availableParallelism(),
  },
})
