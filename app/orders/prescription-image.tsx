import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PrivateImage } from './private-image.tsx'

export function PrescriptionImage({
  file,
  fetchImage,
  alt,
  className = 'max-h-96',
}: {
  file: string
  fetchImage: (file: string, signal: AbortSignal) => Promise<Blob>
  alt: string
  className?: string
}) {
  return (
    <PrivateImage file={file} fetchImage={fetchImage} loading={<Skeleton className="aspect-4/3 w-full" />}>
      {(url) => (
        <a href={url} target="_blank" rel="noreferrer" className="group grid gap-2">
          <img
            src={url}
            alt={alt}
            className={`w-full rounded-lg border border-line bg-mint object-contain ${className}`}
          />
          <span className="inline-flex items-center gap-2 font-semibold text-brand group-hover:underline">
            <Icon name="external" className="size-5" />
            Abrir la imagen en otra pestaña
          </span>
        </a>
      )}
    </PrivateImage>
  )
}
