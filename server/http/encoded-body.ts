import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Coding = 'br' | 'gzip'

/** Shorter bodies travel as they are, bytes. */
const WORTH_COMPRESSING = 1_024
/** Past level 4 a body takes longer to compress than it saves on the way. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
}

/** A text on its way out, with its codings, each made when first asked for. */
export class EncodedBody {
  readonly identity: Buffer
  readonly #coded: { [C in Coding]?: Promise<Buffer> } = {}
  #etag: string | undefined

  constructor(text: string) {
    this.identity = Buffer.from(text)
  }

  /** Room in memory, its codings included. */
  get bytes(): number {
    return this.identity.length * 2
  }

  /** Weak: the codings differ byte by byte. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha1').update(this.identity).digest('base64url')}"`
    return this.#etag
  }

  coded(coding: Coding): Promise<Buffer> {
    this.#coded[coding] ??= compress[coding](this.identity)
    return this.#coded[coding]
  }
}

/** Sends a body in the best coding that the client takes. */
export async function sendBody(request: FastifyRequest, reply: FastifyReply, body: EncodedBody) {
  reply.header('vary', 'accept-encoding, x-access-token')
  const coding = body.identity.length < WORTH_COMPRESSING ? undefined : codingFor(request)
  if (!coding) return reply.send(body.identity)
  return reply.header('content-encoding', coding).send(await body.coded(coding))
}

/** The same, or 304 for a client that has it. */
export async function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: EncodedBody) {
  reply.header('etag', body.etag)
  if (request.headers['if-none-match'] !== body.etag) return sendBody(request, reply, body)
  return reply.header('vary', 'accept-encoding, x-access-token').code(304).send()
}

function codingFor(request: FastifyRequest): Coding | undefined {
  const offered = String(request.headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((coding) =>
    new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(offered),
  )
}
