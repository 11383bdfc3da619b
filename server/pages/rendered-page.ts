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

  /**
   * @param html in parts, each with whole scripts: they are never joined, because each copy of a page is garbage to collect
   * @param nonce marks the renderer's own scripts in the HTML. A script without it gets no hash, so the browser refuses it.
   */
  constructor(status: number, location: string | null, { html, nonce }: { html: string[]; nonce: string }) {
    this.status = status
    this.location = location
    const split = html.map((part) => part.split(` nonce="${nonce}"`))
    this.scriptSources = [...new Set(split.flatMap(hashesOfOwnScripts))].join(' ')
    this.body = new EncodedBody(...split.flat())
  }
}

/**
 * Hashes instead of the nonce itself: cached pages are sent to many visitors, who could read and reuse a nonce.
 *
 * @param first the HTML before the first nonce
 * @param rest what follows each nonce
 */
function hashesOfOwnScripts([first, ...rest]: string[]): string[] {
  const sources: string[] = []
  let before = first!
  for (const after of rest) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>') + 1)
    before = after
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue
    const script = after.slice(after.indexOf('>') + 1, after.indexOf('</script>'))
    sources.push(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  return sources
}
