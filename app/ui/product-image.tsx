import { useState } from 'react'
import { Picture } from './picture.tsx'
import placeholder from './product-placeholder.svg'

const WIDTHS = [160, 320, 640, 960]

/** The address of a product's photo, which takes `?width=` and `&format=avif`. */
export const productImageUrl = (photo: string) => `/api/products/image/${encodeURIComponent(photo)}`

/**
 * A product's photo, or a placeholder when it has none or the photo fails to load. `sizes` is the HTML attribute; `load` is
 * 'first' for the page's first photo, 'early' for others that are visible when it opens.
 */
export function ProductImage({
  photo,
  url = productImageUrl(photo ?? ''),
  alt,
  sizes,
  load = 'lazy',
  className = '',
}: {
  photo: string | null | undefined
  url?: string
  alt: string
  sizes: string
  load?: 'first' | 'early' | 'lazy'
  className?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const shared = {
    alt,
    width: 320,
    height: 320,
    loading: load === 'lazy' ? 'lazy' : 'eager',
    decoding: 'async',
    className: `aspect-square h-auto w-full rounded-lg bg-mint object-contain ${className}`,
  } as const
  if (!photo || photo === failed) return <img {...shared} alt={alt} src={placeholder} />
  return (
    <Picture
      {...shared}
      // A photo that failed before hydration had no listener for its error event.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(photo)
      }}
      onError={() => setFailed(photo)}
      url={url}
      widths={WIDTHS}
      src={`${url}?width=320`}
      sizes={sizes}
      fetchPriority={load === 'first' ? 'high' : 'auto'}
    />
  )
}
