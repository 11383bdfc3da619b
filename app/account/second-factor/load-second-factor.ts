import { ApiError, browserApi } from '../../api/client.ts'

/** The state of the user's own second factor; null when it couldn't be loaded. */
export async function loadSecondFactor(signal: AbortSignal) {
  try {
    return (await browserApi.getSecondFactor({ signal })).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return null
  }
}
