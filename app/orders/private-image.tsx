import { useEffect, useState } from 'react'
import { refusalOf } from '../api/server-failure.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { Skeleton } from '../ui/skeleton.tsx'

type Props = {
  file: string
  /** The call that answers the image; the same function on every render. */
  fetchImage: (file: string, signal: AbortSignal) => Promise<Blob>
  alt: string
}

/** A private image: fetched with the session's token and shown from memory. */
export function PrivateImage(props: Props) {
  const [attempt, setAttempt] = useState(1)
  return <Image key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Image({ file, fetchImage, alt, onRetry }: Props & { onRetry: () => void }) {
  const [image, setImage] = useState<Blob>()
  const [failure, setFailure] = useState<string>()
  const address = useObjectUrl(image)

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    fetchImage(file, signal).then(
      (blob) => signal.aborted || setImage(blob),
      async (error) => {
        if (signal.aborted) return
        setFailure((await refusalOf(error)).message)
      },
    )
    return () => abort.abort()
  }, [file, fetchImage])

  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{failure}</p>
        <Button look="secondary" small onClick={onRetry}>
          Intentar nuevamente
        </Button>
      </div>
    )
  }
  if (!address) return <Skeleton className="aspect-4/3 w-full" />
  return (
    <a href={address} target="_blank" rel="noreferrer" className="group grid gap-2">
      <img
        src={address}
        alt={alt}
        className="max-h-96 w-full rounded-lg border border-line bg-mint object-contain"
      />
      <span className="inline-flex items-center gap-2 font-semibold text-brand group-hover:underline">
        <Icon name="external" className="size-5" />
        Abrir la imagen en otra pestaña
      </span>
    </a>
  )
}
