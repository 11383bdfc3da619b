import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkLibraries } from './binaries.ts'

test('missing library links are made, and existing ones stay', async () => {
  const home = await mkdtemp(join(tmpdir(), 'botica-test-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = join(home, 'native')
  await mkdir(join(folder, 'lib'), { recursive: true })
  const list = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(list))
  await symlink('existing', join(folder, 'lib', 'libpq.so'))
  await linkLibraries(folder)
  expect(await readlink(join(folder, 'lib', 'libpq.so'))).toBe('existing')
  expect(await readlink(join(folder, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})
