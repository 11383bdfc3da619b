import { ApiError, browserApi } from '../api/client.ts'
import { useReloadable } from '../api/use-loaded.ts'
import { RetryButton } from '../ui/button.tsx'
import { useObjectUrl } from '../ui/object-url.ts'

/** The image of a page of an order's prescription. */
export const fetchPage = (file: string, signal: AbortSignal) =>
  browserApi.orderPrescriptionImage({ params: { file }, signal })

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

/**
 * A private image: fetched with the session's token and shown from memory.
 *
 * @param fetchImage the call that answers the image, or null without one
 * @param loading shown until the image is there
 * @param children renders the image at a URL; null without an image
 */
export function PrivateImage({
  file,
  fetchImage,
  loading,
  children,
}: {
  file: string
  fetchImage: (file: string, signal: AbortSignal) => Promise<Blob | null>
  loading: React.ReactNode
  children: (url: string | null) => React.ReactNode
}) {
  const { value: image, failure, reload } = useReloadable((signal) => fetchImage(file, signal), file)
  const url = useObjectUrl(image)
  if (failure)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failure}</p>
        <RetryButton onRetry={reload} />
      </div>
    )
  if (image === null) return children(null)
  return url ? children(url) : loading
}
