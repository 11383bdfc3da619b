import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MB = 1024 * 1024

/** Keeps enough objects for a while that the young generation grows to its largest size, which it answers. */
const WORKER = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  let kept = []
  for (let n = 0; n < 1_000_000; n += 1) {
    kept.push({ n })
    if (kept.length > 50_000) kept = []
  }
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
  parentPort.postMessage({ part: young.space_size })`

test('a worker has a small young generation, whatever the program’s own is', async () => {
  const program = `
    import { runLimited } from ${JSON.stringify(new URL('./limited-worker.ts', import.meta.url).href)}
    const worker = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(WORKER)}))
    await runLimited(worker, { input: null, onPart: (bytes) => console.log(bytes), onCrash: console.error })`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=8',
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThanOrEqual(4 * MB)
})
