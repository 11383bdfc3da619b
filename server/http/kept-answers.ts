import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a public answer is kept, in milliseconds: what a shopper sees is at most this old. */
const FRESH_FOR = 1_000
/** Bytes of all kept answers together, uncompressed. */
const MAX_BYTES = 64 * 1024 * 1024
/** Shorter answers travel as they are. */
const WORTH_COMPRESSING = 1_024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Coding = 'br' | 'gzip'

/** An answer with its codings, each made when first asked for. */
export class Kept {
  readonly identity: Buffer
  readonly etag: string
  readonly until = performance.now() + FRESH_FOR
  readonly #coded: { [C in Coding]?: Promise<Buffer> } = {}

  constructor(text: string) {
    this.identity = Buffer.from(text)
    this.etag = `"${createHash('sha1').update(this.identity).digest('base64url')}"`
  }

  coded(coding: Coding): Promise<Buffer> {
    this.#coded[coding] ??=
      coding === 'br' ? toBrotli(this.identity, BROTLI) : toGzip(this.identity, { level: 4 })
    return this.#coded[coding]
  }
}

/**
 * Public answers, each made once for all who ask the same within a second: concurrent misses share one making. What
 * fails is not kept.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>()
  readonly #making = new Map<string, Promise<Kept>>()
  #bytes = 0

  find(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    return kept && kept.until > performance.now() ? kept : undefined
  }

  make(key: string, produce: () => Promise<string>): Promise<Kept> {
    const underWay = this.#making.get(key)
    if (underWay) return underWay
    const making = produce()
      .then((text) => {
        const kept = new Kept(text)
        // What was cleared meanwhile may be out of date already: its askers get it, nobody later.
        if (this.#making.get(key) === making) this.#keep(key, kept)
        return kept
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key)
      })
    this.#making.set(key, making)
    return making
  }

  /** Forgets everything, after staff changed something. */
  clear() {
    this.#kept.clear()
    this.#making.clear()
    this.#bytes = 0
  }

  #keep(key: string, kept: Kept) {
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.identity.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    this.#bytes -= this.#kept.get(key)?.identity.length ?? 0
    this.#kept.delete(key)
  }
}

/** Sends a kept answer in the best coding that the client takes, or 304 when it has it. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept) {
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding, x-access-token',
    etag: kept.etag,
  })
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send()
  const coding = codingFor(request, kept)
  if (!coding) return reply.send(kept.identity)
  return reply.header('content-encoding', coding).send(await kept.coded(coding))
}

function codingFor(request: FastifyRequest, kept: Kept): Coding | undefined {
  if (kept.identity.length < WORTH_COMPRESSING) return undefined
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding))
}
