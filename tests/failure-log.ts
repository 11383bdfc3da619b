import { beforeEach, onTestFailed } from 'vitest'
import { isInTest } from './clean-up.ts'

/**
 * Keeps what a server of the tests writes, and prints it only when a test fails: of a server of the whole file, what it wrote
 * during that test.
 */
export function failureLog() {
  let text = ''
  let from = 0
  const print = () => {
    if (text.length > from) console.error(text.slice(from).trimEnd())
  }
  if (isInTest()) onTestFailed(print)
  else
    beforeEach((test) => {
      from = text.length
      test.onTestFailed(print)
    })
  return {
    write: (more: string) => {
      text += more
    },
    /** Everything that was written so far. */
    read: () => text,
  }
}
