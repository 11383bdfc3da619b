import { useState } from 'react'
import { refusalOf } from '../api/server-failure.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { RetryButton } from '../ui/button.tsx'
import { useObjectUrl } from '../ui/object-url.ts'

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
