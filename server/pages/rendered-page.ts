import { createHash } from 'node:crypto'
import { EncodedBody } from '../http/encoded-body.ts'

/** A page as the application rendered it. */
export class RenderedPage {
  readonly status: number
  /** The target of a redirect, or null. */
  readonly location: string | null
  readonly body: EncodedBody
  /** Sources for `script-src`: the hashes of the page's inline scripts. */
  readonly scriptSources: string

  constructor(status: number, location: string | null, html: string) {
    this.status = status
    this.location = location
    this.body = new EncodedBody(html)
    this.scriptSources = inlineScriptHashes(html)
  }

  get bytes(): number {
    return this.body.bytes
  }

  /** Failures are not cached, so that the next request renders again. */
  get failed(): boolean {
    return this.status >= 500
  }
}

function inlineScriptHashes(html: string): string {
  const sources = new Set<string>()
  for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...sources].join(' ')
}
