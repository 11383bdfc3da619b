import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,demo,drills,app,tests,scripts}/**/*.test.ts'],
    globalSetup: 'tests/postgres.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
