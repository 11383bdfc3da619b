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

/** Cited tests: a file, and one or more names in quotes after it. */
const cited = [...text.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`((?:,? “[^”]+”)+)/g)].flatMap(
  ([, file = '', names = '']) => [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
)

/** The text of each test file by its name without the folder. */
async function readTests(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const folder of ['contract', 'domain', 'server', 'app', 'tests', 'e2e']) {
    const entries = await readdir(join(root, folder), { recursive: true })
    for (const path of entries.filter((path) => /\.(test|spec)\.ts$/.test(path))) {
      const name = path.replace(/^.*\//, '')
      found.set(name, [...(found.get(name) ?? []), await readFile(join(root, folder, path), 'utf8')])
    }
  }
  return found
}

test('docs/security.md has every call of the contract, and no other one', () => {
  expect([...new Set(namedCalls)].toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('every test that docs/security.md cites exists', async () => {
  const tests = await readTests()
  expect(cited.length).toBeGreaterThan(80)
  const missing = cited.filter(
    ({ file, name }) => !tests.get(file)?.some((source) => source.includes(`'${name}'`)),
  )
  expect(missing).toEqual([])
})

test('every row of its tables of calls cites a test', () => {
  const rows = text.split('\n').filter((line) => /^\| (`|\|)/.test(line) && !line.startsWith('| `/metrics'))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/\.(test|spec)\.ts`/.test(row) && row.split(' | ').length >= 4)).toEqual([])
})
