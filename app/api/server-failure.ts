import { notice } from '../ui/notice.tsx'
import { ApiError } from './client.ts'

/** The words of a failure's dialog: the server's message, the general one, or a dialog of its own. */
export type FailureDialog = 'message' | 'general' | ((message: string) => Promise<void>)

export const showInDialog = (message: string, dialog: FailureDialog = 'message') =>
  typeof dialog === 'function' ? dialog(message) : notice.error(dialog === 'general' ? undefined : message)

/** The message of most failures in the back office; none after a code that the user didn't give. */
export const showServerFailure = (refusal?: ApiError) =>
  refusal?.code === 'SECOND_FACTOR' ? undefined : notice.error()

/**
 * The refusal that a call ended with. For an expired session the promise never resolves: the page is about to reload
 *, and no message should flash before.
 *
 * @throws the error itself when it isn't an ApiError
 */
export async function refusalOf(error: unknown): Promise<ApiError> {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 || error.status === 403) await new Promise(() => {})
  return error
}
