import { writeFileSync } from 'node:fs'

/** Writes numbers and durations of the tests to the file that `npm test` names; Vitest's own JSON reporter would print a line. */
export default class VitestResults {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} › ${test.fullName}`,
        state: test.result().state,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    const count = (wanted) => tests.filter(({ state }) => state === wanted).length
    // A file that can't be loaded has no failed tests, but counts as one.
    const broken = modules.filter(
      (module) => !module.ok() && [...module.children.allTests('failed')].length === 0,
    )
    writeFileSync(
      process.env.VITEST_RESULTS,
      JSON.stringify({
        passed: count('passed'),
        failed: count('failed') + broken.length,
        tests: [
          ...tests.map(({ name, state, ms }) => ({ name, ms, failed: state === 'failed' })),
          ...broken.map(({ relativeModuleId }) => ({ name: relativeModuleId, ms: 0, failed: true })),
        ],
      }),
    )
  }
}
