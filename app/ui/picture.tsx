import { imageFile } from './image-url.ts'

/**
 * An image of the server as AVIF at several widths, with `src` as WebP behind it for browsers without AVIF. The
 * format is part of the address, so that every cache tells them apart. Other attributes are those of `<img>`.
 */
export function Picture({
  url,
  widths,
  alt,
  sizes,
  ...rest
}: React.ComponentProps<'img'> & { url: string; widths: readonly number[]; alt: string; sizes: string }) {
  const files = widths.map((width) => `${imageFile(url, width, 'avif')} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={files} sizes={sizes} />
      <img {...rest} alt={alt} />
    </picture>
  )
}
