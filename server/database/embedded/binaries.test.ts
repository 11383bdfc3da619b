import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkLibraries } from './binaries.ts'

test('library links are made where the package lacks them, and left alone where it has them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'botica-test-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = join(home, 'native')
  await mkdir(join(folder, 'lib'), { recursive: true })
  const list = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(list))
  await symlink('of-someone-else', join(folder, 'lib', 'libpq.so'))
  await linkLibraries(folder)
  expect(await readlink(join(folder, 'lib', 'libpq.so'))).toBe('of-someone-else')
  expect(await readlink(join(folder, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})
