import { href } from 'react-router'
import type { ErrorCode } from '#contract/errors.ts'
import { onConflict } from '../../api/client.ts'
import { createStore } from '../../browser/external-store.ts'

/** Asks for a code of the second factor before a guarded call, and then repeats the call (docs/product.md#guarded-calls). */

type CodeRequest = { answer: Promise<boolean>; resolve: (given: boolean) => void }

const store = createStore<CodeRequest | null>(null)

/** The request for a code; null while none is asked for. */
export const useCodeRequest = store.use

/** Ends the request: with true the guarded calls are repeated, with false they fail. */
export function answerCodeRequest(given: boolean) {
  store.get()?.resolve(given)
  store.set(null)
}

/** Resolves to true once a code was given. Calls that wait at the same time share one question. */
function askCode(): Promise<boolean> {
  const asked = store.get()
  if (asked) return asked.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  store.set({ answer, resolve })
  return answer
}

onConflict(async (answer, repeat) => {
  const { code, data } = (answer.body ?? {}) as { code?: ErrorCode; data?: { setUp?: boolean } }
  if (code !== 'SECOND_FACTOR') return answer
  if (data?.setUp) {
    location.assign(href('/dashboard/second-factor'))
    // The page is about to change, and no message should flash before.
    return new Promise(() => {})
  }
  return (await askCode()) ? repeat() : answer
})
