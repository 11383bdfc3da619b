import { hash } from 'node:crypto'
import { EncodedBody } from '../http/encoded-body.ts'

/** A page as the application rendered it. */
export class RenderedPage {
  readonly status: number
  /** The target of a redirect, or null. */
  readonly location: string | null
  readonly body: EncodedBody
  /** Sources for `script-src`: the hashes of the inline scripts that the renderer wrote. */
  readonly scriptSources: string

  /** @param nonce marks the renderer's own scripts in the HTML. A script without it gets no hash, so the browser refuses it. */
  constructor(status: number, location: string | null, { html, nonce }: { html: string; nonce: string }) {
    this.status = status
    this.location = location
    const [first = '', ...rest] = html.split(` nonce="${nonce}"`)
    this.scriptSources = hashesOfOwnScripts(first, rest)
    this.body = new EncodedBody(first + rest.join(''))
  }
}

/**
 * Hashes instead of the nonce itself: cached pages are sent to many visitors, who could read and reuse a nonce.
 *
 * @param first the HTML before the first nonce
 * @param rest what follows each nonce
 */
function hashesOfOwnScripts(first: string, rest: string[]): string {
  const sources = new Set<string>()
  let before = first
  for (const after of rest) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>') + 1)
    before = after
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue
    const script = after.slice(after.indexOf('>') + 1, after.indexOf('</script>'))
    sources.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  return [...sources].join(' ')
}
