/**
 * Data that were loaded for a page in advance, when somebody was about to press a link to it (prefetch-pages.ts). The page
 * takes them once, and only as long as they are as fresh as any other answer of the shop (docs/product.md#budgets).
 */
const FRESH_MS = 1_000

type Loaded = { data: unknown; at: number }

const loaded = new Map<string, Loaded>()

const isFresh = ({ at }: Loaded) => performance.now() - at < FRESH_MS

/** Loads a page's data for the next {@link takePrefetched}, unless that has just been done. */
export function prefetch(url: string, load: () => Promise<unknown>) {
  for (const [known, entry] of loaded) if (!isFresh(entry)) loaded.delete(known)
  if (loaded.has(url)) return
  const data = load()
  // Its failure is told to the page that takes it.
  data.catch(() => loaded.delete(url))
  loaded.set(url, { data, at: performance.now() })
}

/** The data of a page that were loaded in advance, perhaps still on their way; undefined when there are none. */
export function takePrefetched<Data>(url: string): Data | undefined {
  const entry = loaded.get(url)
  loaded.delete(url)
  return entry && isFresh(entry) ? (entry.data as Data) : undefined
}
