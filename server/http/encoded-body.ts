import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Bytes; shorter bodies are sent uncompressed. */
const MIN_COMPRESSED = 1_024
/** Above level 4, compressing takes longer than the smaller transfer saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
}

/** A response body and its compressed forms, each made on first use. */
export class EncodedBody {
  readonly identity: Buffer
  readonly #compressed: { [E in Encoding]?: Promise<Buffer> } = {}
  #etag: string | undefined

  constructor(text: string) {
    this.identity = Buffer.from(text)
  }

  /** Estimated size in memory, with the compressed forms. */
  get bytes(): number {
    return this.identity.length * 2
  }

  /** A weak validator, because one ETag serves every encoding. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha1').update(this.identity).digest('base64url')}"`
    return this.#etag
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    this.#compressed[encoding] ??= compress[encoding](this.identity)
    return this.#compressed[encoding]
  }
}

/** Sends a body in the best encoding that the client accepts. */
export async function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: EncodedBody) {
  reply.header('vary', 'accept-encoding, x-access-token')
  const encoding = body.identity.length < MIN_COMPRESSED ? undefined : acceptedEncoding(request)
  if (!encoding) return reply.send(body.identity)
  return reply.header('content-encoding', encoding).send(await body.compressed(encoding))
}

/** Sends a body with its ETag, or 304 when the client already has this body. */
export async function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: EncodedBody) {
  reply.header('etag', body.etag)
  if (request.headers['if-none-match'] !== body.etag) return sendEncoded(request, reply, body)
  return reply.header('vary', 'accept-encoding, x-access-token').code(304).send()
}

function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(accepted),
  )
}
