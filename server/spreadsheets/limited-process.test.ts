import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { BOOK, repeatedFile, xmlSheet, zip } from '#tests/workbooks.ts'
import { runLimited } from './limited-process.ts'
import { damaged, tooLarge } from './rejected.ts'

const sourceOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
afterAll(() => rm(folder, { recursive: true }))
let files = 0

async function run(script: string, bytes: Buffer = Buffer.from('abc')) {
  const file = join(folder, `${files++}.mjs`)
  await writeFile(file, script)
  const parts: unknown[] = []
  const crashes: unknown[] = []
  const outcome = await runLimited(pathToFileURL(file), {
    input: { bytes },
    onPart: (part) => parts.push(part),
    onCrash: (error) => crashes.push(String(error)),
  }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { outcome, parts, crashes }
}

test('a process gets its input and no environment variables, and its parts arrive in order', async () => {
  const script = `process.once('message', ({ bytes }) => {
    process.send({ part: Buffer.from(bytes).toString() })
    process.send({ part: Object.keys(process.env).filter((name) => !/^(NODE_CHANNEL_|_$)/.test(name)) })
    process.send({ done: true })
  })`
  expect(await run(script)).toEqual({ outcome: 'done', parts: ['abc', []], crashes: [] })
})

test.each([
  ['throws', 'throw new Error("no")', 'Error: The process that read a workbook ended (1)'],
  ['ends without an answer', 'process.exit()', 'Error: The process that read a workbook ended (0)'],
  [
    'is killed',
    'process.kill(process.pid, "SIGTRAP")',
    'Error: The process that read a workbook ended (SIGTRAP)',
  ],
])('a process that %s leaves the server running, and the reason is noted', async (_, script, reason) => {
  expect(await run(script)).toEqual({ outcome: damaged().message, parts: [], crashes: [reason] })
})

test('a process that fills its memory is ended, and that isn’t reported as a crash', async () => {
  const script = 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random))'
  expect(await run(script)).toEqual({ outcome: tooLarge().message, parts: [], crashes: [] })
})

test('parts that are too large together are refused, and few of them reach the server', async () => {
  const script = `import { runChildSide } from ${sourceOf('./limited-process.ts')}
  await runChildSide(async (_, send) => {
    for (;;) send('x'.repeat(2 ** 23))
  })`
  const { outcome, parts, crashes } = await run(script)
  expect({ outcome, crashes }).toEqual({ outcome: tooLarge().message, crashes: [] })
  expect(parts.length).toBeLessThan(8)
})

// Only on Linux does the system limit the memory that a process writes to.
describe.runIf(process.platform === 'linux')('the system', () => {
  const KEEPING = `const all = []
  for (;;) all.push(Buffer.alloc(2 ** 24, 1))`

  test('gives a process no more than a gigabyte outside of its heap, and the file is refused', async () => {
    const script = `import { readFileSync } from 'node:fs'
    import { runChildSide } from ${sourceOf('./limited-process.ts')}
    await runChildSide(async (_, send) => {
      try {
        ${KEEPING}
      } finally {
        send(readFileSync('/proc/self/status', 'utf8'))
      }
    })`
    const { outcome, parts, crashes } = await run(script)
    expect({ outcome, crashes }).toEqual({ outcome: tooLarge().message, crashes: [] })
    expect(peakMegabytes(parts)).toBeGreaterThan(100)
    expect(peakMegabytes(parts)).toBeLessThan(1_024)
  })

  const MEGABYTE = 1024 * 1024
  const bomb = repeatedFile(Buffer.alloc(64 * MEGABYTE, '<a/>'), 24)
  const GOOD = { ...BOOK, 'xl/worksheets/sheet1.xml': xmlSheet([['Código de barras'], ['1']]) }
  const READ = [...Object.keys(GOOD), 'xl/styles.xml', 'xl/sharedStrings.xml']
  const reader = `import { readFileSync } from 'node:fs'
    import { runChildSide } from ${sourceOf('./limited-process.ts')}
    import { readProducts } from ${sourceOf('../features/imports/read/read-products.ts')}
    await runChildSide(async ({ bytes }, send) => {
      const input = { bytes: Buffer.from(bytes), assigned: new Map(), remembered: new Map() }
      try {
        await readProducts(input, () => {})
      } finally {
        send(readFileSync('/proc/self/status', 'utf8'))
      }
    })`

  test.each(READ)('needs less than 150 MB for a workbook whose %s inflates to 1.5 GB', async (name) => {
    const honest = await run(reader, zip({ ...GOOD, [name]: bomb }))
    expect(honest.outcome).toBe(tooLarge().message)
    expect(peakMegabytes(honest.parts)).toBeLessThan(150)
    const lying = await run(reader, zip({ ...GOOD, [name]: bomb }, 1_000))
    expect(lying.outcome).toBe(damaged().message)
    expect(peakMegabytes(lying.parts)).toBeLessThan(150)
  })
})

/** The most memory that a process had, by the status that it sent. */
const peakMegabytes = ([status]: unknown[]) => Number(/VmHWM:\s+(\d+) kB/.exec(String(status))?.[1]) / 1024
