/** Runs by chance of a drill that can be played again, by seed and path. */
import fc from 'fast-check'

/** The options of such a drill; `path`, with the seed of an earlier failure, plays it again. */
export const RANDOM = { seed: Date.now() % 1_000_000, path: '' }

/** @throws Error for the first run that fails, with how to play it again. No shrinking: a run can't be repeated on the changed shop. */
export async function playRuns<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, seed, path }: { runs: number; seed: number; path: string },
) {
  const options = { numRuns: runs, seed, path: path || undefined, endOnFailure: true }
  const { failed, counterexamplePath, errorInstance } = await fc.check(property, options)
  if (failed) throw new Error(`--seed=${seed} --path=${counterexamplePath}`, { cause: errorInstance })
}
