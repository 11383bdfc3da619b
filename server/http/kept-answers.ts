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

export type Kept = { identity: Buffer; br?: Buffer; gzip?: Buffer; etag: string; until: number }

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
      .then(pack)
      .then((kept) => {
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

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function pack(text: string): Promise<Kept> {
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`
  const until = performance.now() + FRESH_FOR
  if (identity.length < WORTH_COMPRESSING) return { identity, etag, until }
  const [br, zipped] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    toGzip(identity, { level: 4 }),
  ])
  return { identity, br, gzip: zipped, etag, until }
}

/** Sends a kept answer in the best coding that the client takes, or 304 when it has it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const coding =
    accepted.includes('br') && kept.br ? 'br' : accepted.includes('gzip') && kept.gzip ? 'gzip' : null
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding, x-access-token',
    etag: kept.etag,
  })
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send()
  if (coding) reply.header('content-encoding', coding)
  return reply.send((coding && kept[coding]) || kept.identity)
}
