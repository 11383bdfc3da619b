import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createUnchangedFilter, type FolderFile, listFiles } from './list-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'botica-folder-'))
afterAll(() => rm(folder, { recursive: true }))

test('lists plain files only, the oldest first, also with names in another encoding', async () => {
  const ignored = ['~$precios.xlsx', '.oculto.csv', 'subida.xlsx.part', 'precios.csv.tmp', 'copia.csv~']
  for (const name of [...ignored, 'Thumbs.db', 'nuevo.CSV', 'viejo.xlsx', 'lista.xls'])
    await writeFile(join(folder, name), 'x')
  await utimes(join(folder, 'viejo.xlsx'), 1_000, 1_000)
  await utimes(join(folder, 'lista.xls'), 2_000, 2_000)
  await mkdir(join(folder, 'carpeta.csv'))
  await symlink('/etc/hostname', join(folder, 'enlace.csv'))
  const latin = Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xf1]), Buffer.from('o.csv')])
  await writeFile(latin, 'x')
  await utimes(latin, 3_000, 3_000)
  expect((await listFiles(folder)).map(({ name }) => name)).toEqual([
    ...['viejo.xlsx', 'lista.xls', 'año.csv', 'nuevo.CSV'],
  ])
})

test('takes a file once its size and time of change have stayed the same for long enough', () => {
  let now = 0
  const unchanged = createUnchangedFilter(10_000, () => now)
  const file = (changes: Partial<FolderFile> = {}): FolderFile => ({
    ...{ path: Buffer.from('a'), name: 'a.csv', size: 5, modified: 1 },
    ...changes,
  })
  const at = (seconds: number, ...files: FolderFile[]) => {
    now = seconds * 1_000
    return unchanged(files).map(({ name }) => name)
  }
  expect(at(0, file())).toEqual([])
  expect(at(9.9, file())).toEqual([])
  // The file grew, and then a program wrote into it without a new size.
  expect(at(12, file({ size: 6 }))).toEqual([])
  expect(at(21, file({ size: 6, modified: 2 }))).toEqual([])
  expect(at(30, file({ size: 6, modified: 2 }), file({ name: 'b.csv' }))).toEqual([])
  expect(at(31, file({ size: 6, modified: 2 }), file({ name: 'b.csv' }))).toEqual(['a.csv'])
  // A file that was gone must wait again.
  expect(at(32, file({ name: 'b.csv' }))).toEqual([])
  expect(at(45, file({ size: 6, modified: 2 }), file({ name: 'b.csv' }))).toEqual(['b.csv'])
})
