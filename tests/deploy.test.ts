import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_LIFETIME_SECONDS } from '#server/database/connection.ts'

test('a reloaded HAProxy stays until the servers have renewed their connections to the database', () => {
  const file = readFileSync(join(import.meta.dirname, '../deploy/haproxy.cfg'), 'utf8')
  const [, seconds] = /^\s*hard-stop-after (\d+)s$/m.exec(file)!
  expect(Number(seconds)).toBeGreaterThanOrEqual(MAX_LIFETIME_SECONDS + 10)
})
