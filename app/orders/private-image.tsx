import { useState } from 'react'
import { ApiError, browserApi } from '../api/client.ts'
import { refusalOf } from '../api/server-failure.ts'
import { useLoaded } from '../api/use-loaded.ts'
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

type Props = {
  file: string
  /** The call that answers the image, or null without one. */
  fetchImage: (file: string, signal: AbortSignal) => Promise<Blob | null>
  /** Shown until the image is there. */
  loading: React.ReactNode
  /** Renders the image at a URL; null without an image. */
  children: (url: string | null) => React.ReactNode
}

/** A private image: fetched with the session's token and shown from memory. */
export function PrivateImage(props: Props) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ file, fetchImage, loading, children, onRetry }: Props & { onRetry: () => void }) {
  const [failure, setFailure] = useState<string>()
  const image = useLoaded(
    (signal) => fetchImage(file, signal),
    file,
    async (error) => setFailure((await refusalOf(error)).message),
  )
  const url = useObjectUrl(image)

  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failure}</p>
        <RetryButton onRetry={onRetry} />
      </div>
    )
  }
  if (image === null) return children(null)
  return url ? children(url) : loading
}
