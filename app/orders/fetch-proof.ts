import { ApiError, browserApi } from '../api/client.ts'

/** The image of a payment proof, or null without one. */
export async function fetchProof(file: string, signal: AbortSignal): Promise<Blob | null> {
  if (!file) return null
  try {
    return await browserApi.proofImage({ params: { file }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
