import { beforeEach, onTestFailed } from 'vitest'
import { isInTest } from './clean-up.ts'

/**
 * Keeps the output of a test's server, and prints it only when a test fails. Of a server for the whole file, only the output
 * during that test is printed.
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
