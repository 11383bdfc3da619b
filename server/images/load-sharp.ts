import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** The image library, with the first image that needs it: a shop that only sells never pays its 15 MB. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    // The server is long-lived and small: no decoded images kept, one thread for each.
    loaded.cache(false)
    loaded.concurrency(1)
    return loaded
  })
  return loading
}
