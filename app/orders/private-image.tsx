import { ApiError, browserApi } from '../api/client.ts'
import { useReloadable } from '../api/use-loaded.ts'
import { RetryButton } from '../ui/button.tsx'
import { useObjectUrl } from '../ui/object-url.ts'

export const fetchPage = (file: string, signal: AbortSignal) =>
  browserApi.orderPrescriptionImage({ params: { file }, signal })

/** The image of a payment proof, or null if it is gone. */
export const fetchProof = (file: string, signal: AbortSignal): Promise<Blob | null> =>
  browserApi.proofImage({ params: { file }, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/**
 * A private image: fetched with the session's token and shown from memory.
 *
 * @param fetchImage the call that answers the image, or null without one
 * @param loading shown until the image is there
 * @param none shown without an image
 * @param children renders the image at a URL
 */
export function PrivateImage({
  file,
  fetchImage,
  loading,
  none,
  children,
}: {
  file: string
  fetchImage: (file: string, signal: AbortSignal) => Promise<Blob | null>
  loading: React.ReactNode
  none?: React.ReactNode
  children: (url: string) => React.ReactNode
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
  if (image === null) return none
  return url ? children(url) : loading
}
