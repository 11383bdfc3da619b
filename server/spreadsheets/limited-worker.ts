import { Worker } from 'node:worker_threads'
import { damaged, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** What one workbook may take. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 16 }
const SECONDS = 15

/** What a worker sends: something done, or why it stopped. */
type Message<Part> = { part: Part } | { rejected: string }

/**
 * Runs a worker with bounded memory and time, so that no workbook takes the server along. It gets no environment.
 *
 * @param onPart gets what the worker posts with {@link postPart}, in order
 * @throws SpreadsheetRejected when the worker says so, runs out of memory or time, or breaks
 */
export function runLimited<Part>(
  file: URL,
  {
    input,
    onPart,
    onCrash,
  }: { input: unknown; onPart: (part: Part) => void; onCrash: (error: unknown) => void },
): Promise<void> {
  const worker = new Worker(file, { workerData: input, resourceLimits: LIMITS, env: {}, execArgv: [] })
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLarge()), SECONDS * 1000)
    worker.on('message', (message: Message<Part>) => {
      if ('part' in message) return onPart(message.part)
      reject(new SpreadsheetRejected(message.rejected))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return reject(tooLarge())
      onCrash(error)
      reject(damaged())
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  }).finally(() => worker.terminate())
}
