/**
 * The age limit of prefetched data (prefetch-pages.ts), which a page takes once. Older data would be staler than any other answer
 * of the shop.
 */
const MAX_AGE_MS = 1_000

type Loaded = { data: unknown; at: number }

const loaded = new Map<string, Loaded>()

const isFresh = ({ at }: Loaded) => performance.now() - at < MAX_AGE_MS

/** Prefetches a page's data for the next {@link takePrefetched}, unless fresh data are there. */
export function prefetch(url: string, load: () => Promise<unknown>) {
  for (const [known, entry] of loaded) if (!isFresh(entry)) loaded.delete(known)
  if (loaded.has(url)) return
  const data = load()
  // The page that takes the data reports the failure.
  data.catch(() => loaded.delete(url))
  loaded.set(url, { data, at: performance.now() })
}

/** The prefetched data of a page, perhaps still loading; undefined without any. */
export function takePrefetched<Data>(url: string): Data | undefined {
  const entry = loaded.get(url)
  loaded.delete(url)
  return entry && isFresh(entry) ? (entry.data as Data) : undefined
}
