import { once } from 'node:events'
import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import type { Message } from './limited-process.ts'
import { SpreadsheetRejected, tooLarge } from './rejected.ts'

/** The most bytes of all parts: a text of the file can stand in any number of cells, and the server keeps each. */
const MAX_SENT_BYTES = 48 * 1024 * 1024

/** Runs the child's part of `runLimited` (limited-process.ts): sends the parts of the result, or why there is none. */
export async function runChildSide<Input, Part>(
  work: (input: Input, send: (part: Part) => void) => Promise<void>,
) {
  process.once('disconnect', () => process.exit())
  let sent = 0
  const sendPart = (part: Part) => {
    sent += serialize(part).length
    if (sent > MAX_SENT_BYTES) throw tooLarge()
    send({ part })
  }
  const send = (message: Message<Part>) => process.send?.(message)
  const [input] = (await once(process, 'message')) as [Input]
  try {
    await work(input, sendPart)
    send({ done: true })
  } catch (error) {
    if (error instanceof SpreadsheetRejected) send({ rejected: error.message })
    else if (isOutOfMemory(error)) send({ rejected: tooLarge().message })
    else send({ crash: inspect(error) })
  }
}

/** Whether the system refused memory outside of the heap; V8 ends the process when the heap can't grow. */
const isOutOfMemory = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === 'ERR_MEMORY_ALLOCATION_FAILED') || /out of memory/.test(error.message))
