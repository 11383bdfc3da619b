import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Target } from './answered.ts'
import { acceptedForm, type EncodedBody, type Form, VARY } from './encoded-body.ts'

type Options = {
  /** The target of the request, for log and metrics. */
  target: Target
  status: number
  /** The headers that are the same for every client and encoding: names and values in turns, as Node writes them. */
  headers: () => readonly string[]
  /** Absent in a redirect. */
  body?: EncodedBody
  /** The cookie that a client with these headers is given. */
  cookie?: (headers: IncomingHttpHeaders) => string | undefined
}

/** An answer as one client gets it. */
export type Prepared = { status: number; headers: string[]; body: Buffer | string | undefined }

/**
 * An answer that visitors share. Its headers are made once for each encoding, and are the same whether Fastify sends it or
 * `answer-from-cache.ts`.
 */
export class PublicAnswer {
  readonly target: Target
  readonly status: number
  readonly body: EncodedBody | undefined
  readonly #headers: Options['headers']
  readonly #cookie: Options['cookie']
  /** Not a map, which takes more memory than its few headers. */
  #prepared: { [form in Form | 'not modified']?: string[] } = {}

  constructor({ target, status, headers, body, cookie }: Options) {
    this.target = target
    this.status = status
    this.body = body
    this.#headers = headers
    this.#cookie = cookie
  }

  /** Its size in memory, without its headers: of a page, those with the hashes of its scripts take less than a kilobyte. */
  get bytes(): number {
    return this.body?.bytes ?? 0
  }

  /** Failures aren't cached, so that the next request is tried again. */
  get failed(): boolean {
    return this.status >= 500
  }

  keep(onResize: () => void) {
    this.body?.keep(onResize)
  }

  /** Makes the forms in which an older one was sent. */
  sendAs(older: PublicAnswer) {
    return Promise.all((older.body?.forms ?? []).map((form) => this.body?.form(form)))
  }

  /** The answer for a client: at once when it was sent in this encoding before. */
  for({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): Prepared | Promise<Prepared> {
    const { body, status } = this
    if (!body) return { status, headers: [...this.#headers(), ...(method === 'HEAD' ? [] : NO_LENGTH)], body }
    const cookie = this.#cookie?.(headers)
    const prepared = (form: Form | 'not modified', bytes?: Buffer) => {
      const same = this.#prepared[form] ?? this.#prepare(form, bytes)
      return cookie === undefined ? same : [...same, 'set-cookie', cookie]
    }
    if (status === 200 && headers['if-none-match'] === body.etag)
      return { status: 304, headers: prepared('not modified'), body: undefined }
    const form = acceptedForm(headers, body)
    const ready = (bytes: Buffer) => ({ status, headers: prepared(form, bytes), body: bytes })
    const bytes = body.form(form)
    return bytes instanceof Promise ? bytes.then(ready) : ready(bytes)
  }

  #prepare(form: Form | 'not modified', bytes: Buffer | undefined): string[] {
    const own = this.status === 200 ? ['etag', this.body!.etag, 'vary', VARY] : ['vary', VARY]
    if (form !== 'identity' && form !== 'not modified') own.push('content-encoding', form)
    if (bytes) own.push('content-length', String(bytes.length))
    // An array that grew would keep room for more.
    const headers = this.#headers().concat(own)
    this.#prepared[form] = headers
    return headers
  }
}

const NO_LENGTH = ['content-length', '0']
