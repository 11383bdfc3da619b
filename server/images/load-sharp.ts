import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loads the image library with the first image, to save memory until then. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    // No cache of decoded images and one thread per image, to save memory.
    loaded.cache(false)
    loaded.concurrency(1)
    return loaded
  })
  return loading
}
