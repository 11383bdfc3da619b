import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeImportFolder } from '#tests/import-folder.ts'
import { listFiles } from './list-files.ts'
import { withFolder } from './open-folder.ts'
import { moveFile } from './take-file.ts'

/** A folder with `a.csv`, and a folder that isn't the shop's. */
async function twoFolders() {
  const [{ folder, drop }, outside] = [await makeImportFolder(), (await makeImportFolder()).folder]
  await drop('a.csv', 'a;b')
  return { folder, outside }
}

test.each(['done', 'refused'] as const)(
  'a folder %s that was swapped for a link or another folder gets no file',
  async (outcome) => {
    for (const swap of [symlink, (_: string, path: string) => mkdir(path)]) {
      const { folder, outside } = await twoFolders()
      await withFolder(folder, async (opened) => {
        const [file] = await listFiles(opened.path)
        await rename(join(folder, outcome), join(folder, 'before'))
        await swap(outside, join(folder, outcome))
        const moved = moveFile({ folder: opened, file: file!, outcome, report: 'Informe' })
        await expect(moved).rejects.toThrow("isn't the folder that was opened")
      })
      expect(await readdir(outside)).toEqual([])
      expect(await readdir(join(folder, outcome))).toEqual([])
      expect(await readdir(folder)).toContain('a.csv')
    }
  },
)

test('an import folder that was swapped keeps its files, and the link in its place gets none', async () => {
  const { folder, outside } = await twoFolders()
  await withFolder(folder, async (opened) => {
    const [file] = await listFiles(opened.path)
    await rename(folder, `${folder}-before`)
    await symlink(outside, folder)
    const moved = moveFile({ folder: opened, file: file!, outcome: 'done', report: 'Informe' })
    await expect(moved).rejects.toThrow("isn't the folder that was opened")
  })
  expect(await readdir(outside)).toEqual([])
  expect(await readdir(`${folder}-before`)).toContain('a.csv')
  await rename(`${folder}-before`, join(outside, 'before'))
})

// The check before a move can't see a swap that comes after the check.
test.runIf(process.platform === 'linux')(
  'an open folder stays the same folder when it is renamed',
  async () => {
    const { folder, outside } = await twoFolders()
    await withFolder(folder, async ({ done }) => {
      await rename(join(folder, 'done'), join(folder, 'before'))
      await symlink(outside, join(folder, 'done'))
      await writeFile(join(done.path, 'b.txt'), 'b')
    })
    expect(await readdir(outside)).toEqual([])
    expect(await readFile(join(folder, 'before', 'b.txt'), 'utf8')).toBe('b')
  },
)

test('names a link in place of an outcome’s folder, and takes no file', async () => {
  const { folder, outside } = await twoFolders()
  await symlink(outside, join(folder, 'done'))
  expect(await withFolder(folder, () => expect.fail('opened'))).toBe(
    `${join(folder, 'done')}: no es una carpeta (ENOTDIR).`,
  )
})
