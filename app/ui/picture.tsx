/**
 * An image of the server at several widths, as AVIF with WebP behind it (docs/product.md#images). The format is part of the
 * address, so that every cache tells them apart. Other attributes are those of `<img>`.
 */
export function Picture({
  url,
  widths,
  alt,
  sizes,
  ...rest
}: React.ComponentProps<'img'> & { url: string; widths: readonly number[]; alt: string; sizes: string }) {
  const list = (suffix: string) =>
    widths.map((width) => `${url}?width=${width}${suffix} ${width}w`).join(', ')
  return (
    <picture className="contents">
      {/* Without its own box: it would take a grid's cell. */}
      <source className="hidden" type="image/avif" srcSet={list('&format=avif')} sizes={sizes} />
      <img {...rest} alt={alt} sizes={sizes} srcSet={list('')} />
    </picture>
  )
}
