import { href } from 'react-router'
import { ApiError, onConflict } from '../../api/client.ts'
import { createStore } from '../../browser/external-store.ts'

/** Asks for a code of the second factor before a guarded call, and then repeats the call. */

const store = createStore<readonly ((given: boolean) => void)[]>([])

export const useCodeAsked = () => store.use().length > 0

/** Ends the question: with true the waiting calls are repeated, with false they fail. */
export function answerCodeQuestion(given: boolean) {
  const waiting = store.get()
  store.set([])
  for (const resolve of waiting) resolve(given)
}

/** Resolves to true once a code was given. Calls that wait at the same time share one question. */
const askCode = () => new Promise<boolean>((resolve) => store.set([...store.get(), resolve]))

onConflict(async (answer, repeat) => {
  const refusal = new ApiError(answer.status, answer.body)
  if (refusal.code !== 'SECOND_FACTOR') return answer
  if (refusal.dataOf('SECOND_FACTOR')?.setUp) {
    location.assign(href('/dashboard/second-factor'))
    // The page is about to change, and no message should flash before.
    return new Promise(() => {})
  }
  return (await askCode()) ? repeat() : answer
})
