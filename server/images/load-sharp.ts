import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loads the image library with the first image that needs it: it takes 15 MB of memory. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    // Saves memory: no cache of decoded images, and one thread per image.
    loaded.cache(false)
    loaded.concurrency(1)
    return loaded
  })
  return loading
}
