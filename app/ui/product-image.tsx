import { useState } from 'react'
import placeholder from './product-placeholder.svg'

const WIDTHS = [160, 320, 640, 960]

/**
 * A product's photo in the width that the screen needs, or a drawing when it has none or it can't be had. `sizes` as in HTML; `first` for the
 * ones that are in view when the page opens.
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
  const address = photo && photo !== failed ? `/api/products/image/${encodeURIComponent(photo)}` : undefined
  return (
    <img
      // One that failed before the page came alive told nobody.
      ref={(image) => {
        if (address && image?.complete && image.naturalWidth === 0) setFailed(photo ?? null)
      }}
      onError={() => setFailed(photo ?? null)}
      src={address ? `${address}?width=320` : placeholder}
      srcSet={address && WIDTHS.map((width) => `${address}?width=${width} ${width}w`).join(', ')}
      sizes={address && sizes}
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
