import { createHash } from 'node:crypto'
import { EncodedBody } from '../http/encoded-body.ts'

/** A page as it leaves. */
export class Page {
  readonly status: number
  /** Where to go instead, or null. */
  readonly location: string | null
  readonly body: EncodedBody
  /** Sources for `script-src`: the hashes of the page's inline scripts. */
  readonly scripts: string

  constructor(status: number, location: string | null, html: string) {
    this.status = status
    this.location = location
    this.body = new EncodedBody(html)
    this.scripts = inlineScripts(html)
  }

  get bytes(): number {
    return this.body.bytes
  }

  /** Who waits for it gets it; the next one tries anew. */
  get failed(): boolean {
    return this.status >= 500
  }
}

function inlineScripts(html: string): string {
  const sources = new Set<string>()
  for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...sources].join(' ')
}
