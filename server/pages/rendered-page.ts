import { createHash } from 'node:crypto'
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
    this.scriptSources = hashesOfOwnScripts(html, nonce)
    this.body = new EncodedBody(html.replaceAll(` nonce="${nonce}"`, ''))
  }
}

/** Hashes instead of the nonce itself: cached pages are sent to many visitors, who could read and reuse a nonce. */
function hashesOfOwnScripts(html: string, nonce: string): string {
  const ownScript = new RegExp(
    `<script(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`,
    'g',
  )
  const sources = new Set<string>()
  for (const [, script = ''] of html.matchAll(ownScript)) {
    sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...sources].join(' ')
}
