import { hash } from 'node:crypto'

/** A rendered page. */
export type RenderedPage = {
  status: number
  /** The target of a redirect, or null. */
  location: string | null
  html: string
  /** Sources for `script-src`: the hashes of the renderer's inline scripts. */
  scriptSources: string
}

/**
 * Replaces the nonce of the renderer's scripts by their hashes, because visitors could reuse the nonce of a cached page. A script without
 * the nonce gets no hash, and browsers refuse it.
 */
export function allowOwnScripts(html: string, nonce: string): Pick<RenderedPage, 'html' | 'scriptSources'> {
  const [start = '', ...rest] = html.split(` nonce="${nonce}"`)
  const sources = new Set<string>()
  let before = start
  for (const after of rest) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>') + 1)
    before = after
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue
    const script = after.slice(after.indexOf('>') + 1, after.indexOf('</script>'))
    sources.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  return { html: [start, ...rest].join(''), scriptSources: [...sources].join(' ') }
}
