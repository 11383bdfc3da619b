import { parentPort, workerData } from 'node:worker_threads'
import { SpreadsheetRejected } from './rejected.ts'

/** Runs a worker's work on what it was given, and tells {@link runLimited} what comes of it. */
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
