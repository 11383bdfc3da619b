/** The paths of the server's images, by their kind (contract/*.ts, calls that answer an image). */
const PATHS = {
  product: '/api/products/image/',
  profile: '/api/user/image/',
  slide: '/api/admin/image/',
} as const

export const imageUrl = (of: keyof typeof PATHS, name: string) => PATHS[of] + encodeURIComponent(name)

/** The address of an image at a width in pixels, as WebP or AVIF. */
export const imageFile = (url: string, width: number, format?: 'avif') =>
  `${url}?width=${width}${format ? `&format=${format}` : ''}`
