import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runLimited } from './limited-process.ts'
import { damaged, tooLarge } from './rejected.ts'

const folder = await mkdtemp(join(tmpdir(), 'botica-test-'))
afterAll(() => rm(folder, { recursive: true }))
let files = 0

async function run(script: string) {
  const file = join(folder, `${files++}.mjs`)
  await writeFile(file, script)
  const parts: unknown[] = []
  const crashes: unknown[] = []
  const outcome = await runLimited(pathToFileURL(file), {
    input: { bytes: Buffer.from('abc') },
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
    process.send({ part: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL_')) })
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

test('a process that fills its memory is ended, which is no crash', async () => {
  const script = 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random))'
  expect(await run(script)).toEqual({ outcome: tooLarge().message, parts: [], crashes: [] })
})
