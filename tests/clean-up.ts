import { afterAll, expect, onTestFinished } from 'vitest'

/** Runs a step after the current test; outside of a test, after the file. (`afterAll` inside of a test is never run.) */
export function cleanUp(step: () => Promise<unknown>) {
  const register = expect.getState().currentTestName === undefined ? afterAll : onTestFinished
  register(() => step().then(() => {}))
}
