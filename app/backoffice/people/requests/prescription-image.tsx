import { useEffect, useState } from 'react'
import { browserApi } from '../../../api.ts'
import { refusalOf } from '../../../server-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useObjectUrl } from '../../../ui/object-url.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The image of a prescription. It is private: fetched with the session's token and shown from memory. */
export function PrescriptionImage(props: { photo: string; alt: string }) {
  const [attempt, setAttempt] = useState(1)
  return <Image key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Image({ photo, alt, onRetry }: { photo: string; alt: string; onRetry: () => void }) {
  const [image, setImage] = useState<Blob>()
  const [failure, setFailure] = useState<string>()
  const address = useObjectUrl(image)

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    browserApi.prescriptionImage({ params: { photo }, signal }).then(
      (blob) => signal.aborted || setImage(blob),
      async (error) => {
        if (signal.aborted) return
        setFailure((await refusalOf(error)).message)
      },
    )
    return () => abort.abort()
  }, [photo])

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
