import { expect, inject, test } from 'vitest'
import { runProgram } from '#tests/commands.ts'

/** Refusals and answers that differ between shop and bare shop end the bench with an error. */
test('a short bench does every kind of work, and the bare shop answers it as the shop does', async () => {
  const short = ['--seconds=0.05', '--rounds=1', '--products=400', '--orders=100']
  const env = { DATABASE_URL: inject('postgresUrl') }
  const { code, stdout, stderr } = await runProgram('bench/run.ts', short, env)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('│ whole purchase')
  expect(stdout).toMatch(/^\d+ visits \(0 lost\), [1-9]\d* sales/m)
}, 300_000)
