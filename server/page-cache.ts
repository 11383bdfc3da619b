import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** How long a rendered page is kept: long enough to carry a crowd, short enough that a new price shows at once. */
const KEPT_MS = 1_000
const MAX_PAGES = 500
const MAX_BYTES = 64 * 1024 * 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it leaves: every form of its body is made once, when it is first asked for. */
export class Page {
  readonly status: number
  readonly location: string | null
  readonly html: Buffer
  readonly etag: string
  /** Sources for `script-src`: the hashes of the page's inline scripts. */
  readonly scripts: string
  readonly #packed = new Map<Encoding, Buffer>()

  constructor(status: number, location: string | null, html: string) {
    this.status = status
    this.location = location
    this.html = Buffer.from(html)
    this.etag = `W/"${createHash('sha1').update(this.html).digest('base64url')}"`
    this.scripts = inlineScripts(html)
  }

  body(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.html
    const known = this.#packed.get(encoding)
    if (known) return known
    const packed = encoding === 'br' ? brotli(this.html) : gzipSync(this.html, { level: 5 })
    this.#packed.set(encoding, packed)
    return packed
  }
}

const brotli = (html: Buffer) =>
  brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  })

function inlineScripts(html: string): string {
  const sources = new Set<string>()
  for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...sources].join(' ')
}

type Entry = { page: Promise<Page>; expires: number; bytes: number }

/**
 * Pages by URL, each rendered once however many ask at the same time, and kept for a second. Bounded in number and in
 * bytes: the page that was not asked for the longest goes first.
 */
export function createPageCache(render: (url: string) => Promise<Page>, now: () => number = Date.now) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function drop(url: string, entry: Entry) {
    if (entries.get(url) !== entry) return
    entries.delete(url)
    bytes -= entry.bytes
  }

  function trim() {
    for (const [url, entry] of entries) {
      if (entries.size <= MAX_PAGES && bytes <= MAX_BYTES) return
      drop(url, entry)
    }
  }

  return function pageAt(url: string): Promise<Page> {
    const known = entries.get(url)
    if (known) {
      entries.delete(url)
      if (known.expires > now()) {
        entries.set(url, known)
        return known.page
      }
      bytes -= known.bytes
    }
    const entry: Entry = { page: render(url), expires: Number.POSITIVE_INFINITY, bytes: 0 }
    entries.set(url, entry)
    entry.page.then(
      (page) => {
        // A failed page is answered to those who waited for it, and tried anew by the next.
        if (page.status >= 500) drop(url, entry)
        if (entries.get(url) !== entry) return
        entry.expires = now() + KEPT_MS
        // Twice: its packed forms come on top.
        entry.bytes = page.html.length * 2
        bytes += entry.bytes
        trim()
      },
      () => drop(url, entry),
    )
    trim()
    return entry.page
  }
}
