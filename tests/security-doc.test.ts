import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'

const root = join(import.meta.dirname, '..')
const text = await readFile(join(root, 'docs/security.md'), 'utf8')

/** The first cell of each row of the tables of calls. */
const callCells = [...text.matchAll(/^\| calls \|.*\n\|[-|]+\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
  rows.split('\n').map((row) => row.split(' | ')[0] ?? ''),
)
const namedCalls = callCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))

/** The files of tests that rows name. */
const namedFiles = [
  ...new Set([...text.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file)),
]

/** The names of all files of tests, without their folders. */
async function listTests(): Promise<Set<string>> {
  const folders = ['contract', 'domain', 'server', 'app', 'tests', 'e2e']
  const entries = await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true })))
  return new Set(entries.flat().map((path) => path.replace(/^.*\//, '')))
}

test('docs/security.md has every call of the contract, and no other one', () => {
  expect([...new Set(namedCalls)].toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('every file of tests that it names exists', async () => {
  const tests = await listTests()
  expect(namedFiles.length).toBeGreaterThan(40)
  expect(namedFiles.filter((file) => !tests.has(file))).toEqual([])
})

test('every row of its tables of calls cites a test', () => {
  const rows = text.split('\n').filter((line) => /^\| (`|\|)/.test(line) && !line.startsWith('| `/metrics'))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/\.(test|spec)\.ts`/.test(row) && row.split(' | ').length >= 4)).toEqual([])
})
