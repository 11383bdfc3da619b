import { useEffect, useState } from 'react'
import { Icon } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'

/**
 * A picture that only who is logged in may see: `load` fetches it with the token, and what shows is a blob, whose link opens
 * in a new tab (design §2.24). Give `load` as a function of
 * the module's own, not of the drawing: another one loads anew.
 */
export function PrivatePicture({
  name,
  load,
  alt,
}: {
  name: string
  load: (name: string, signal: AbortSignal) => Promise<Blob>
  alt: string
}) {
  const [address, setAddress] = useState<string>()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    let made: string | undefined
    setAddress(undefined)
    setFailed(false)
    load(name, abort.signal).then(
      (blob) => {
        if (abort.signal.aborted) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      () => abort.signal.aborted || setFailed(true),
    )
    return () => {
      abort.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [name, load])

  if (failed) return <p className="text-coral">No pudimos cargar la imagen.</p>
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
