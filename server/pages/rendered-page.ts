import { hash } from 'node:crypto'

/** A page as the application rendered it. */
export type RenderedPage = {
  status: number
  /** The target of a redirect, or null. */
  location: string | null
  html: string
  /** Sources for `script-src`: the hashes of the inline scripts that the renderer wrote. */
  scriptSources: string
}

/**
 * Removes the nonce that marks the renderer's own scripts, and allows these by their hashes: cached pages are sent to many visitors, who
 * could read and reuse a nonce. A script without it gets no hash, so that the browser refuses it.
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
