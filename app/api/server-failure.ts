import { notice } from '../ui/notice.tsx'
import { ApiError } from './client.ts'

/** The dialog that shows a failure: with the server's `message`, with the `general` message, or opened by a function. */
export type FailureDialog = 'message' | 'general' | ((message: string) => Promise<void>)

export const showInDialog = (message: string, dialog: FailureDialog = 'message') =>
  typeof dialog === 'function' ? dialog(message) : notice.error(dialog === 'general' ? undefined : message)

/** Shows the general message, as for most failures in the back office; nothing when the user gave no code of the second factor. */
export const showServerFailure = (refusal?: ApiError) =>
  refusal?.code === 'SECOND_FACTOR' ? undefined : notice.error()

/**
 * The refusal that a call ended with. For an expired session the promise never resolves: the page is about to reload, and no
 * message should flash before.
 *
 * @throws the error itself when it isn't an ApiError
 */
export async function refusalOf(error: unknown): Promise<ApiError> {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 || error.status === 403) await new Promise(() => {})
  return error
}

/** The data of a screen, or the message of the refusal in their place. */
export type Loaded<Data extends object> = (Data & { failure: null }) | { failure: string }

export async function loadOrFailure<Data extends object>(load: () => Promise<Data>): Promise<Loaded<Data>> {
  try {
    return { ...(await load()), failure: null }
  } catch (error) {
    return { failure: (await refusalOf(error)).message }
  }
}
