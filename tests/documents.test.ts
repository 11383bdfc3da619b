import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const TEXT = /\.(ts|tsx|mjs|css|svg|md|json)$/
/** Folders that a checkout without git has besides the sources. */
const NOT_SOURCES = /^(node_modules|build|data|test-results|\..*)$/

/** The sources and documents, by path from the root. */
function sources(): string[] {
  const git = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  const files = git.status === 0 ? git.stdout.trim().split('\n') : filesBelow('')
  return files.filter(
    (file) => TEXT.test(file) && file !== 'package-lock.json' && existsSync(join(root, file)),
  )
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return NOT_SOURCES.test(entry.name) ? [] : filesBelow(path)
  })
}

const lines = sources().flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, text, at: `${file}:${index + 1}` })),
)

/** The anchors of a document, as GitHub makes them from its headings. */
function anchorsOf(document: string): Set<string> {
  const anchors = new Set<string>()
  const text = readFileSync(join(root, document), 'utf8').replace(/^```.*?^```/gms, '')
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    anchors.add(words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-'))
  }
  return anchors
}

/** Whether a path from the root, with or without an anchor, names something that exists. */
function exists(target: string): boolean {
  const [path = '', anchor] = target.split('#')
  if (!existsSync(join(root, path))) return false
  if (anchor === undefined || statSync(join(root, path)).isDirectory()) return true
  return path.endsWith('.md') && anchorsOf(path).has(anchor)
}

test('every heading cited in the sources exists', () => {
  const cited = lines
    .filter(({ file }) => !file.endsWith('.md'))
    .flatMap(({ text, at }) =>
      [...text.matchAll(/\b((?:docs\/)?[\w/-]+\.md)#([\w-]+)/g)].map(([target]) => ({ target, at })),
    )
  expect(cited.length).toBeGreaterThan(0)
  // Few, so that each of them is worth following.
  expect(cited.length).toBeLessThanOrEqual(80)
  expect(cited.filter(({ target }) => !exists(target)).map(({ target, at }) => `${at} ${target}`)).toEqual([])
})

test('every relative link between documents leads to a file and a heading that exist', () => {
  const links = lines
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text, at }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link, at })),
    )
    .filter(({ link }) => !/^[a-z]+:/.test(link))
  const target = (file: string, link: string) =>
    link.startsWith('#') ? file + link : normalize(join(dirname(file), link))
  expect(links.length).toBeGreaterThan(0)
  expect(
    links.filter(({ file, link }) => !exists(target(file, link))).map(({ link, at }) => `${at} ${link}`),
  ).toEqual([])
})

test('every file that docs/security.md names exists, and its threats are few enough to be read', () => {
  const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [^*|-][^|]* \| [^|]+ \| `/.test(line))
  const named = rows.flatMap((row) => /\| `([^`]+)`[^|]* \|$/.exec(row)?.[1] ?? `no file: ${row}`)
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.length).toBeLessThanOrEqual(60)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('no source cites a document that isn’t in the repository', () => {
  const foreign = /\b(?:spec|design) §|\bthreats? \d/i
  expect(
    lines.filter(({ text }) => foreign.test(text)).map(({ at, text }) => `${at} ${text.trim()}`),
  ).toEqual([])
})
