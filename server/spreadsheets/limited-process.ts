import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import { damaged, SpreadsheetRejected, tooLarge } from './rejected.ts'

/** Memory and time for one workbook. */
const MAX_HEAP_MB = 96
const MAX_SECONDS = 30
/** All memory that the process may write to. V8 takes up to half of it for the addresses of compiled code, nearly all of them unused. */
const MAX_DATA_MB = 1_024

const NODE_OPTIONS = [`--max-old-space-size=${MAX_HEAP_MB}`]
/** Other systems have no such limit: there only the heap and what is inflated are bounded. */
const WITH_LIMITS =
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: [
          '-c',
          `unset PWD OLDPWD SHLVL; ulimit -d ${MAX_DATA_MB * 1024}; exec "$0" "$@"`,
          process.execPath,
          ...NODE_OPTIONS,
        ],
      }
    : { execArgv: NODE_OPTIONS }

/** A message from the process: a part of its result, its end, or why it has none. */
type Message<Part> = { part: Part } | { done: true } | { rejected: string } | { crash: string }

/**
 * Runs a module in a process with bounded memory, time and answers and without environment variables, so that no workbook can stop the
 * server. The module calls {@link runChildSide}. Not in a thread, because V8 sometimes ends the whole process when a thread ends
 * (nodejs/node#64500).
 *
 * @param onPart gets the parts that the process sends, in order
 * @throws SpreadsheetRejected when the process refuses the workbook, exceeds its memory or time, or crashes
 */
export function runLimited<Part>(
  file: URL,
  {
    input,
    onPart,
    onCrash,
  }: { input: unknown; onPart: (part: Part) => void; onCrash: (error: unknown) => void },
): Promise<void> {
  const child = fork(file, {
    serialization: 'advanced',
    ...WITH_LIMITS,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let timer: NodeJS.Timeout
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(tooLarge()), MAX_SECONDS * 1000)
    const crash = (error: unknown) => {
      onCrash(error)
      reject(damaged())
    }
    child.on('message', (message: Message<Part>) => {
      if ('part' in message) return onPart(message.part)
      if ('done' in message) return resolve()
      if ('rejected' in message) return reject(new SpreadsheetRejected(message.rejected))
      crash(new Error(message.crash))
    })
    child.once('error', crash)
    // `close` comes after the last message. V8 aborts the process when its heap is full.
    child.once('close', (code, signal) => {
      if (signal === 'SIGABRT') return reject(tooLarge())
      crash(new Error(`The process that read a workbook ended (${signal ?? code})`))
    })
    child.send(input as object)
  }).finally(() => {
    clearTimeout(timer)
    child.removeAllListeners('close').kill('SIGKILL')
  })
}

/** The most bytes of all parts: one text of the file can be in any number of cells, and the server keeps each copy. */
const MAX_SENT_BYTES = 48 * 1024 * 1024

/** Runs the process's side of {@link runLimited}: sends the parts of the result, or why there is none. */
export async function runChildSide<Input extends { bytes: Buffer }, Part>(
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
  const { buffer, byteOffset, byteLength } = input.bytes
  try {
    // A Buffer arrives as a plain Uint8Array.
    await work({ ...input, bytes: Buffer.from(buffer, byteOffset, byteLength) }, sendPart)
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
