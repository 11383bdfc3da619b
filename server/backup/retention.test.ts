import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findExpired, removeExpired, removeUnfinished } from './retention.ts'

const SEVEN_FOUR_SIX = { days: 7, weeks: 4, months: 6 }

/** The names of nightly backups until a day, the last one first. */
function nightly(until: string, count: number): string[] {
  const last = Date.parse(`${until}T06:10:00Z`)
  return Array.from({ length: count }, (_, night) =>
    new Date(last - night * 86_400_000).toISOString().slice(0, 19).replaceAll(':', '-'),
  )
}

const kept = (names: string[], keep = SEVEN_FOUR_SIX) => {
  const expired = new Set(findExpired(names, keep))
  return names.filter((name) => !expired.has(name)).map((name) => name.slice(0, 10))
}

async function folderOf(backups: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of backups)
    await (name.includes('.') ? writeFile(join(folder, name), '') : mkdir(join(folder, name)))
  return folder
}

test('keeps the nightly backups of the last 7 days, 4 weeks and 6 months', () => {
  // 2026-11-25 is a Wednesday; Sundays end weeks.
  expect(kept(nightly('2026-11-25', 400))).toEqual([
    ...['2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19'],
    ...['2026-11-15', '2026-11-08'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
  ])
})

test('removing expired backups every night keeps the same backups as removing them once', () => {
  const nights = nightly('2026-11-25', 250).reverse()
  let names: string[] = []
  for (const name of nights) {
    names.push(name)
    const expired = new Set(findExpired(names, SEVEN_FOUR_SIX))
    names = names.filter((name) => !expired.has(name))
  }
  expect(names.map((name) => name.slice(0, 10)).reverse()).toEqual(kept(nights.toReversed()))
})

test('days without a backup don’t count, so that a shop that was off for a month keeps its last seven', () => {
  const before = nightly('2026-09-10', 7)
  expect(kept(['2026-11-25T06-10-00', ...before], { days: 8, weeks: 0, months: 0 })).toHaveLength(8)
})

test('keeps the newest backup of a day, a proved one rather than a newer unproved one, and always the newest of both kinds', () => {
  const names = [
    '2026-11-25T09-00-00-sin-probar',
    '2026-11-25T08-00-00-sin-probar',
    '2026-11-24T09-00-00-sin-probar',
    '2026-11-24T08-00-00',
    '2026-11-24T07-00-00.tar.age',
  ]
  expect(findExpired(names, SEVEN_FOUR_SIX)).toEqual([names[1], names[2], names[4]])
  expect(findExpired(names, { days: 0, weeks: 0, months: 0 })).toEqual([names[1], names[2], names[4]])
})

test('touches nothing else in the folder', async () => {
  const foreign = [
    'fotos',
    'notas.txt',
    '2020-01-01',
    '2020-01-01T03-10-00-antes-de-mudarnos',
    '2020-01-01T03-10-00.zip',
    '2020-02-31T03-10-00',
    '2020-01-01T03-10-00.part-Xy12Zw',
    'copia-2020-01-01T03-10-00',
  ]
  const folder = await folderOf([...foreign, '2020-01-02T03-10-00', '2020-01-03T03-10-00'])
  // A file with the name of a folder, and a folder with the name of a file.
  await writeFile(join(folder, '2020-01-01T03-10-00'), '')
  await mkdir(join(folder, '2020-01-01T03-10-00.tar.age'))
  await removeExpired({ folder, keep: { days: 1, weeks: 1, months: 1 } })
  expect((await readdir(folder)).toSorted()).toEqual(
    [...foreign, '2020-01-01T03-10-00', '2020-01-01T03-10-00.tar.age', '2020-01-03T03-10-00'].toSorted(),
  )
})

test('removes the unfinished files of a killed attempt by its name', async () => {
  const folder = await folderOf([
    '2026-11-25T03-10-00-sin-probar.part-a1B2c3',
    '2026-11-25T03-10-00.tar.age.part-a1B2c3',
    '2026-11-25T03-10-00-sin-probar',
    '2026-11-24T03-10-00.part-a1B2c3',
  ])
  await removeUnfinished(folder, '')
  await removeUnfinished(folder, '2026-11-25T03-10-00')
  expect(await readdir(folder)).toEqual(['2026-11-24T03-10-00.part-a1B2c3', '2026-11-25T03-10-00-sin-probar'])
})
