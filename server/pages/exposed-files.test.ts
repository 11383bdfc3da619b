import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { registerPages } from './routes.ts'

// On the built application: `npm test` builds it first.
const { app } = await createTestApp()
await registerPages(app, { dev: false, publicUrl: 'https://botica.example' })

test('the built files have no source maps, hidden files or sources', async () => {
  const names = await readdir(join(import.meta.dirname, '../../build/client'), { recursive: true })
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => /\.(map|ts|tsx|env)$|(^|\/)\./.test(name))).toEqual([])
})

test.each([
  '/.env',
  '/.git/config',
  '/package.json',
  '/server/main.ts',
  '/build/server/index.js',
  '/assets/../../server/index.js',
  '/assets/..%2f..%2fserver%2findex.js',
  '/%2e%2e/package.json',
  '/data/outbox',
  '/metrics',
  '/documentation',
])('%s is not served', async (url) => {
  const { statusCode, body } = await app.inject({ url })
  expect([302, 400, 404]).toContain(statusCode)
  expect(body).not.toMatch(/"botica"|import |DATABASE_URL|\[core\]/)
})
