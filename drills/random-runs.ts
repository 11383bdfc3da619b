/** Runs by chance of a drill that can be played again, by seed and path. */
import fc from 'fast-check'

/** The options of such a drill; `path`, with the seed of an earlier failure, plays it again. */
export const RANDOM = { seed: Date.now() % 1_000_000, path: '' }

/** Returns the values of the first run that failed, and prints how to play it again. No shrinking: a run can't be repeated on the changed shop. */
export async function findFailure<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, seed, path }: { runs: number; seed: number; path: string },
): Promise<Values | null> {
  const options = { numRuns: runs, seed, path: path || undefined, endOnFailure: true }
  const outcome = await fc.check(property, options)
  if (outcome.failed)
    console.log(`${outcome.errorInstance}\n--seed=${outcome.seed} --path=${outcome.counterexamplePath}`)
  return outcome.counterexample
}
