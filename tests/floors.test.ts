import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const house = await mkdtemp(join(tmpdir(), 'botica-floors-'))
await copyFile(join(root, 'biome.json'), join(house, 'biome.json'))
afterAll(() => rm(house, { recursive: true }))

/** Lints a file of that folder, in a house with the same rules, that imports `what`. */
async function lint(folder: string, what: string) {
  await mkdir(join(house, folder), { recursive: true })
  const file = join(folder, 'example.ts')
  await writeFile(join(house, file), `import { a } from '${what}'\n\nconsole.log(a)\n`)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', file], {
    cwd: house,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test.each([
  ['app', '#server/app.ts'],
  ['app/ui', '../../server/app.ts'],
  ['server/http', '#app/api.ts'],
  ['contract', '#server/app.ts'],
  ['contract', '#app/api.ts'],
  ['domain', '#contract/call.ts'],
  ['domain', 'zod'],
])('%s may not import %s', async (folder, what) => {
  expect(await lint(folder, what)).toContain('noRestrictedImports')
})

test.each([
  ['app', '#contract/calls.ts'],
  ['server/http', '#domain/text.ts'],
  ['contract', 'zod'],
])('%s may import %s', async (folder, what) => {
  expect(await lint(folder, what)).toMatch(/Checked 1 file.*No fixes applied/)
})
