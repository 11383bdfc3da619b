import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Whether a test runs, as opposed to the file that is still loaded. */
export const isInTest = () => TestRunner.getCurrentTest() !== undefined

/** Runs a step after the current test; outside of a test, after the file. (`afterAll` inside of a test is never run.) */
export function cleanUp(step: () => Promise<unknown>) {
  const register = isInTest() ? onTestFinished : afterAll
  register(() => step().then(() => {}))
}
