import { parentPort, workerData } from 'node:worker_threads'
import { SpreadsheetRejected } from './rejected.ts'

/** Runs the worker's part of `runLimited` (limited-worker.ts): posts the parts of the result, or the reason of a refusal. */
export async function runWorkerSide<Input, Part>(
  work: (input: Input, post: (part: Part) => void) => Promise<void>,
) {
  try {
    await work(workerData as Input, (part) => parentPort?.postMessage({ part }))
  } catch (error) {
    if (!(error instanceof SpreadsheetRejected)) throw error
    parentPort?.postMessage({ rejected: error.message })
  }
}
