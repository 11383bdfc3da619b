import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runProgram } from '#tests/commands.ts'
import type { Report } from './report.ts'

/** Refusals and answers that differ between shop and bare shop end the bench with an error. */
test('a short bench does every kind of work, and the bare shop answers it as the shop does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const short = ['--seconds=0.05', '--rounds=1', '--products=400', '--orders=100', `--out=${folder}`]
  const env = { DATABASE_URL: inject('postgresUrl') }
  const { code, stderr } = await runProgram('bench/run.ts', short, env)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const report: Report = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'))
  const idle = report.workloads.filter(({ shop, yardstick }) => shop.done === 0 || yardstick?.done === 0)
  expect(idle.map(({ name }) => name)).toEqual([])
  expect(report.workloads.map(({ name }) => name)).toContain('whole purchase')
  expect(report.busyShop!.visits).toMatchObject({ lost: 0 })
  expect(report.busyShop!.sales.done).toBeGreaterThan(0)
}, 300_000)
