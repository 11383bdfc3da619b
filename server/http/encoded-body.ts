import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import pLimit from 'p-limit'

/** The preferred one first. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]
export type Form = Encoding | 'identity'

/** The request headers on which an encoded answer may depend. */
export const VARY = 'accept-encoding, x-access-token'

/** Bytes; shorter bodies are sent uncompressed. */
const MIN_COMPRESSED = 1_024
/**
 * Above level 4, compressing takes longer than the smaller transfer saves. A window of 128 kB has room for a page; the default one
 * takes so much memory that V8 collects garbage after a few pages (docs/decisions/031-memory-outside-the-heap.md).
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } }

/** Bodies compressed at once: more would each take memory, and no processor is left for them. */
const COMPRESSED_AT_ONCE = 2
const limit = pLimit(COMPRESSED_AT_ONCE)

const compress = {
  // At once, since it takes less time than handing it to a thread (docs/decisions/030-pages-from-fragments.md).
  zstd: (body: Buffer) => zstdCompressSync(body, { pledgedSrcSize: body.length }),
  br: (body: Buffer) => limit(() => promisify(brotliCompress)(body, BROTLI)),
  gzip: (body: Buffer) => limit(() => promisify(gzip)(body, { level: 4 })),
}
const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

/** A response body in the forms in which it was asked for: each is made on first use. */
export class EncodedBody {
  /** Bytes of the body without compression. */
  readonly length: number
  /** Not maps, which take more memory than a short body. */
  #forms: { [form in Form]?: Buffer } = {}
  #making: Map<Form, Promise<Buffer>> | undefined
  #etag: string | undefined
  #isSentAsIs = false
  #onResize: (() => void) | undefined

  /** @param texts follow each other: joining them first would copy a page once more */
  constructor(...texts: string[]) {
    // Not Buffer.from: short bodies would share pieces of 64 kB, each of which stays in memory as long as one of them is cached.
    const body = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
    let written = 0
    for (const text of texts) written += body.write(text, written)
    this.length = body.length
    this.#forms.identity = body
  }

  /** Its size in memory. */
  get bytes(): number {
    let bytes = 0
    for (const form of Object.values(this.#forms)) bytes += form.length
    return bytes
  }

  /** The forms that it has. */
  get forms(): Form[] {
    return Object.keys(this.#forms) as Form[]
  }

  /** A weak validator, because one ETag serves every encoding. */
  get etag(): string {
    const { identity } = this.#forms
    if (this.#etag === undefined && identity) this.#etag = `W/"${hash('sha1', identity, 'base64url')}"`
    return this.#etag!
  }

  /** From now on only the forms that are sent are kept: the body itself goes as soon as there is a compressed one. */
  keep(onResize: () => void) {
    this.#onResize = onResize
  }

  /** The body in a form; one that is known is returned at once. */
  form(form: Form): Buffer | Promise<Buffer> {
    if (form === 'identity') this.#isSentAsIs = true
    const known = this.#forms[form]
    if (known) return known
    this.#making ??= new Map()
    const making = this.#making.get(form) ?? this.#make(form).finally(() => this.#made(form))
    this.#making.set(form, making)
    return making
  }

  async #make(form: Form): Promise<Buffer> {
    const identity = this.#identity()
    // zlib's buffers are larger than their content.
    const made = form === 'identity' ? identity : exactly(await compress[form](identity))
    this.#forms[form] = made
    if (this.#onResize && !this.#isSentAsIs && this.#forms.identity) {
      void this.etag
      const { identity: _, ...sent } = this.#forms
      this.#forms = sent
    }
    this.#onResize?.()
    return made
  }

  #made(form: Form) {
    this.#making?.delete(form)
    if (this.#making?.size === 0) this.#making = undefined
  }

  #identity(): Buffer {
    if (this.#forms.identity) return this.#forms.identity
    const encoding = ENCODINGS.find((encoding) => this.#forms[encoding])!
    return decompress[encoding](this.#forms[encoding]!)
  }
}

function exactly(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Mentioned, and not with `q=0`. */
const ACCEPTED = ENCODINGS.map(
  (encoding) => [encoding, new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`)] as const,
)

/** The form in which a client gets a body. */
export function acceptedForm(headers: IncomingHttpHeaders, { length }: Pick<EncodedBody, 'length'>): Form {
  const accepted = headers['accept-encoding']
  if (accepted === undefined || length < MIN_COMPRESSED) return 'identity'
  return ACCEPTED.find(([, pattern]) => pattern.test(String(accepted)))?.[0] ?? 'identity'
}
