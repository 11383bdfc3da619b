import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const project = await mkdtemp(join(tmpdir(), 'botica-floors-'))
await copyFile(join(root, 'biome.json'), join(project, 'biome.json'))
afterAll(() => rm(project, { recursive: true }))

/** Lints a file in `folder` that imports `specifier`, in a project with the same rules. */
async function lint(folder: string, specifier: string) {
  await mkdir(join(project, folder), { recursive: true })
  const file = join(folder, 'example.ts')
  await writeFile(join(project, file), `import { a } from '${specifier}'\n\nconsole.log(a)\n`)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', file], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test.each([
  ['app', '#server/app.ts'],
  ['app/ui', '../../server/app.ts'],
  ['server/http', '#app/api/client.ts'],
  ['server/http', '#demo/seed.ts'],
  ['app', '#demo/seed.ts'],
  ['demo', '#app/api/client.ts'],
  ['contract', '#demo/seed.ts'],
  ['contract', '#server/app.ts'],
  ['contract', '#app/api/client.ts'],
  ['domain', '#contract/call.ts'],
  ['domain', 'zod'],
])('%s may not import %s', async (folder, specifier) => {
  expect(await lint(folder, specifier)).toContain('noRestrictedImports')
})

test.each([
  ['app', '#contract/calls.ts'],
  ['server/http', '#domain/text.ts'],
  ['demo', '#server/app.ts'],
  ['contract', 'zod'],
])('%s may import %s', async (folder, specifier) => {
  expect(await lint(folder, specifier)).toMatch(/Checked 1 file.*No fixes applied/)
})
