import { useState } from 'react'
import placeholder from './product-placeholder.svg'

const WIDTHS = [160, 320, 640, 960]

/**
 * A product's photo, or a placeholder when it has none or the photo fails to load. `sizes` is the HTML attribute; `first`
 * marks photos that are visible when the page opens, which load before others.
 */
export function ProductImage({
  photo,
  alt,
  sizes,
  first = false,
  className = '',
}: {
  photo: string | null | undefined
  alt: string
  sizes: string
  first?: boolean
  className?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const url = photo && photo !== failed ? `/api/products/image/${encodeURIComponent(photo)}` : undefined
  return (
    <img
      // A photo that failed before hydration had no listener for its error event.
      ref={(image) => {
        if (url && image?.complete && image.naturalWidth === 0) setFailed(photo ?? null)
      }}
      onError={() => setFailed(photo ?? null)}
      src={url ? `${url}?width=320` : placeholder}
      srcSet={url && WIDTHS.map((width) => `${url}?width=${width} ${width}w`).join(', ')}
      sizes={url && sizes}
      alt={alt}
      width={320}
      height={320}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={`aspect-square h-auto w-full rounded-lg bg-mint object-contain ${className}`}
    />
  )
}
