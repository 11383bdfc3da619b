import { ApiError } from '../api.ts'
import { notice } from '../ui/notice.tsx'

/** The words that spec §8 has for most failures of the back office. */
export const showServerFailure = () => notice.error()

/**
 * The refusal that a call ended with; anything else is a fault of ours and goes on. When the session is over the page is
 * about to load anew (spec §8): nothing more is said, and this never comes back.
 */
export async function refusalOf(error: unknown): Promise<ApiError> {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 || error.status === 403) await new Promise(() => {})
  return error
}
