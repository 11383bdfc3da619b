import { once } from 'node:events'
import { inspect } from 'node:util'
import type { Message } from './limited-process.ts'
import { SpreadsheetRejected } from './rejected.ts'

/** Runs the child's part of `runLimited` (limited-process.ts): sends the parts of the result, or why there is none. */
export async function runChildSide<Input, Part>(
  work: (input: Input, send: (part: Part) => void) => Promise<void>,
) {
  process.once('disconnect', () => process.exit())
  const send = (message: Message<Part>) => process.send?.(message)
  const [input] = (await once(process, 'message')) as [Input]
  try {
    await work(input, (part) => send({ part }))
    send({ done: true })
  } catch (error) {
    if (error instanceof SpreadsheetRejected) send({ rejected: error.message })
    else send({ crash: inspect(error) })
  }
}
