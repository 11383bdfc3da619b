import { useState } from 'react'
import { imageFile, imageUrl } from './image-url.ts'
import { Picture } from './picture.tsx'
import placeholder from './product-placeholder.svg'

const THUMBNAIL = [160, 320]

/**
 * A product's photo, or a placeholder when it has none or the photo fails to load. `sizes` is the HTML attribute; `load` is
 * 'first' for the page's first photo, 'early' for others that are visible when it opens. `widths` are those of its files, in pixels.
 */
export function ProductImage({
  photo,
  alt,
  sizes,
  load = 'lazy',
  widths = THUMBNAIL,
  className = '',
}: {
  photo: string | null | undefined
  alt: string
  sizes: string
  load?: 'first' | 'early' | 'lazy'
  widths?: readonly number[]
  className?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const shared = {
    alt,
    width: 320,
    height: 320,
    loading: load === 'lazy' ? 'lazy' : 'eager',
    decoding: 'async',
    className: `product-photo ${className}`.trim(),
  } as const
  if (!photo || photo === failed) return <img {...shared} alt={alt} src={placeholder} />
  const url = imageUrl('product', photo)
  return (
    <Picture
      {...shared}
      // A photo that failed before hydration had no listener for its error event.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(photo)
      }}
      onError={() => setFailed(photo)}
      url={url}
      widths={widths}
      src={imageFile(url, widths.at(-1)!)}
      sizes={sizes}
      fetchPriority={load === 'first' ? 'high' : undefined}
    />
  )
}
