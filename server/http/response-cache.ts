import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, compress, type Encoding, MIN_COMPRESSED_BYTES } from './compress.ts'

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
}

/** Milliseconds for which a response is kept, from the moment when its production began. */
const LIFETIME_MS = 1_000
/** Bytes of all kept responses, with their keys and headers. */
const MAX_BYTES = 32 * 1024 * 1024
/** Bytes that an entry takes besides its texts and its body. */
const ENTRY_BYTES = 500
/** Characters; a longer address is answered without the cache, so that a few of them can't take its place. */
const MAX_KEY_LENGTH = 2_000
/** The request headers on which a public response depends. */
const VARY = 'accept-encoding, x-access-token'

/** A response for visitors: the answer of a public call, or a page. */
export type PublicResponse = { status: number; headers: Record<string, string>; body: string }
/** The same as it is sent, in one encoding. */
type Encoded = { status: number; headers: Record<string, string>; body: Buffer }

/** When a response's data began to be read, and whether it may be kept. */
type Production = { begunAt: number; keep: boolean }
type Entry = Production & { response: Encoded }
type Pending = { startedAt: number; entry: Promise<Entry> }

/** The production that the current code is part of: a page's, while the page makes its calls. */
const current = new AsyncLocalStorage<Production>()

/** Keeps the page that is being produced out of the cache, because a part of it failed. */
export function discardProduction() {
  const production = current.getStore()
  if (production) production.keep = false
}

/**
 * Keeps public answers and pages for one second, as nginx does with `proxy_cache_valid 200 1s` and `proxy_cache_lock`: requests
 * for one key share one production, and no response is shown that is older than a second. A page is as old as its oldest answer.
 */
export class ResponseCache {
  /** Lookups that were answered with a kept or shared response, and the others. The calls of a page and encodings don't count. */
  readonly counts = { hits: 0, misses: 0 }
  readonly #kept = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: LIFETIME_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
  })
  readonly #pending = new Map<string, Pending>()

  /** The kept responses, each encoding by itself. */
  get entries(): number {
    return this.#kept.size
  }

  /** The bytes of the kept responses. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** Forgets all responses after a change by staff. A production under way is neither kept nor shared any more. */
  clear() {
    this.#kept.clear()
    this.#pending.clear()
  }

  /** Answers a request with the response of a key, which is produced unless there is one. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    produce: () => Promise<PublicResponse>,
  ) {
    const encoding = acceptedEncoding(request.headers)
    const plain = () => this.#get(key, async () => toBytes(await produce()))
    const { status, headers, body } = encoding
      ? await this.#get(`${encoding} ${key}`, async () => encode(await plain(), encoding))
      : await plain()
    reply.headers(headers)
    if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag)
      return reply.code(304).send()
    return reply.code(status).send(body.length > 0 ? body : undefined)
  }

  async #get(key: string, produce: () => Promise<Encoded>): Promise<Encoded> {
    const outer = current.getStore()
    const found = this.#kept.get(key) ?? this.#underWay(key)
    if (!outer) this.counts[found ? 'hits' : 'misses'] += 1
    const { response, begunAt, keep } = await (found ?? this.#produce(key, produce))
    if (outer) {
      outer.begunAt = Math.min(outer.begunAt, begunAt)
      outer.keep &&= keep
    }
    return response
  }

  /** The production that requests may share: what it reads is not older than a second. */
  #underWay(key: string): Promise<Entry> | undefined {
    const pending = this.#pending.get(key)
    return pending && performance.now() - pending.startedAt < LIFETIME_MS ? pending.entry : undefined
  }

  #produce(key: string, produce: () => Promise<Encoded>): Promise<Entry> {
    const production: Production = { begunAt: performance.now(), keep: key.length <= MAX_KEY_LENGTH }
    const isShared = () => this.#pending.get(key) === pending
    const entry = current
      .run(production, produce)
      .then((response): Entry => {
        const made = { ...production, response }
        if (isShared() && made.keep && response.status < 500)
          this.#kept.set(key, made, { start: made.begunAt })
        return made
      })
      .finally(() => {
        if (isShared()) this.#pending.delete(key)
      })
    const pending: Pending = { startedAt: production.begunAt, entry }
    this.#pending.set(key, pending)
    return entry
  }
}

function sizeOf({ response: { headers, body } }: Entry, key: string): number {
  const texts = [key, ...Object.entries(headers).flat()]
  return ENTRY_BYTES + body.length + texts.reduce((sum, text) => sum + 2 * text.length, 0)
}

/** With a weak validator, because one ETag serves every encoding. */
function toBytes({ status, headers, body }: PublicResponse): Encoded {
  const bytes = Buffer.from(body)
  const etag = status === 200 && { etag: `W/"${hash('sha1', bytes, 'base64url')}"` }
  return { status, headers: { ...headers, ...etag, vary: VARY }, body: bytes }
}

async function encode(plain: Encoded, encoding: Encoding): Promise<Encoded> {
  if (plain.body.length < MIN_COMPRESSED_BYTES) return plain
  // A copy, because zlib's buffers are larger than their content.
  const body = Buffer.from(await compress(plain.body, encoding))
  return { ...plain, headers: { ...plain.headers, 'content-encoding': encoding }, body }
}
