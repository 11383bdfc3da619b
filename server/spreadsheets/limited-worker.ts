import { Worker } from 'node:worker_threads'
import { damaged, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** Memory and time for one workbook. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 16 }
const MAX_SECONDS = 30

/** A message from the worker: a part of its result, or its reason to refuse the workbook. */
type Message<Part> = { part: Part } | { rejected: string }

/**
 * Runs a worker with bounded memory and time and without environment variables, so that no workbook can stop the server.
 * The worker's file calls `runWorkerSide`.
 *
 * @param onPart gets the parts that the worker posts, in order
 * @throws SpreadsheetRejected when the worker refuses the workbook, exceeds its memory or time, or crashes
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
    const timer = setTimeout(() => reject(tooLarge()), MAX_SECONDS * 1000)
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
