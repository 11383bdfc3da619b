import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The folders and files whose words are checked. */
const CHECKED = [
  'app',
  'contract',
  'domain',
  'demo',
  'server',
  'bench',
  'drills',
  'scripts',
  'e2e',
  'tests',
  'store.config.ts',
  'vite.config.ts',
]
const SOURCE = /\.(ts|tsx|mjs|css)$/
const MAX_COMMENT_LINES = 2

/** Phrases that hide the noun of a comment, or aren't plain English. */
const PHRASES =
  /\b(of which|of whom|anew|so many|so much|whoever|is told|are told|hardly|all the same|beside each other)\b/i
/** First words of a comment that name nothing. */
const PRONOUNS =
  /^(It|Its|They|Them|Their|This|That|These|Those|He|She|Both|Each|One|None|Neither|Either|Which|Who|Whom|Whose|What|Whatever|The same)\b/
/** Names that say how much a value matters to its author. `MAX_…`, `…_MS` and `…_BYTES` say kind and unit. */
const CONSTANTS =
  /\bconst ((?:MOST|LEAST|MORE|KEEP(?!_ALIVE)|KEPT|FEW|MANY|SOON|LATE|OFTEN|ALIKE)(?:_\w+)?|LOST|PACE|TURN|LONG|SHORT|OWN|ONE|SAME)\b/

const root = join(import.meta.dirname, '..')

/** The checked files, by path from the root. */
function sources(): string[] {
  const git = spawnSync('git', ['ls-files', '--', ...CHECKED], { cwd: root, encoding: 'utf8' })
  const files = git.status === 0 ? git.stdout.trim().split('\n') : CHECKED.flatMap(filesIn)
  return files.filter((file) => SOURCE.test(file) && existsSync(join(root, file)))
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`))
}

/** A comment without its signs; its lines end before the first tag such as `@param`. */
type Comment = { at: string; text: string; lines: number }

/** Blocks of `//` lines, block comments, and `//` comments behind code. Orders to tools aren't comments. */
const COMMENT = /(?:^[ \t]*\/\/(?! biome-ignore).*\n?)+|(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=\S[ \t]+)\/\/ .*/gm

const commentsOf = (file: string, source: string): Comment[] =>
  [...source.matchAll(COMMENT)].map(({ 0: comment, index }) => {
    const lines = comment
      .trim()
      .split('\n')
      .map((line) =>
        line
          .replace(/^\s*(\/\/|\/\*+|\*(?!\/))/, '')
          .replace(/\*\/$/, '')
          .trim(),
      )
      .filter(Boolean)
    const tag = lines.findIndex((line) => line.startsWith('@'))
    const line = source.slice(0, index).split('\n').length
    return { at: `${file}:${line}`, text: lines.join(' '), lines: tag < 0 ? lines.length : tag }
  })

const files = sources().map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
const comments = files.flatMap(({ file, source }) => commentsOf(file, source))
const list = (found: Comment[]) => found.map(({ at, text }) => `${at} ${text}`)

test('every comment is found, whatever its form', () => {
  const source = [
    '// One line',
    '// and another.',
    "const link = 'https://example.com' // Behind code.",
    '/**',
    ' * A docstring.',
    ' *',
    ' * @param link of a page',
    ' */',
    '<p>{/* In markup. */}</p>',
    '// biome-ignore lint: an order to a tool.',
  ].join('\n')
  expect(commentsOf('file.tsx', source).map(({ text, lines }) => `${lines} ${text}`)).toEqual([
    '2 One line and another.',
    '1 Behind code.',
    '1 A docstring. @param link of a page',
    '1 In markup.',
  ])
  expect(comments.length).toBeGreaterThan(0)
})

test('every comment names its noun', () => {
  expect(list(comments.filter(({ text }) => PRONOUNS.test(text) || PHRASES.test(text)))).toEqual([])
})

test('every comment has two lines at most, besides its tags and what a program’s first lines say of its use', () => {
  const long = comments.filter(({ at, lines }) => lines > MAX_COMMENT_LINES && !at.endsWith(':1'))
  expect(list(long)).toEqual([])
})

test('every constant says what it holds', () => {
  const named = files.flatMap(({ file, source }) =>
    source.split('\n').map((text, index) => ({ at: `${file}:${index + 1}`, text, lines: 1 })),
  )
  expect(list(named.filter(({ text }) => CONSTANTS.test(text)))).toEqual([])
})
