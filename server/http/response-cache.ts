import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, compress, type Encoding, MIN_COMPRESSED_BYTES } from './compress.ts'
import { REQUEST_ID } from './request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
}

/** How long a response is cached, from the beginning of its computation. */
const LIFETIME_MS = 1_000
/** The most bytes of all cached responses, with their keys and headers. */
const MAX_BYTES = 32 * 1024 * 1024
/** The overhead of an entry besides its texts and its body. */
const ENTRY_BYTES = 500
/** Longer addresses aren't cached, so that a few of them can't fill the cache. */
const MAX_KEY_LENGTH = 2_000
/** The most request addresses whose key is remembered. */
const MAX_ADDRESSES = 1_000
/** The request headers on which a public response depends. */
const VARY = 'accept-encoding, x-access-token'

/** A response for visitors: the answer of a public call, or a page. */
export type PublicResponse = { status: number; headers: Record<string, string>; body: string }
/** A response in one encoding, ready to send. */
type Encoded = { status: number; headers: Record<string, string>; body: Buffer }

/** A computation of a response: when its reads began, and whether the response may be cached. */
type Computation = { begunAt: number; keep: boolean }
type Entry = Computation & { response: Encoded }
type Pending = { startedAt: number; entry: Promise<Entry> }

/** The computation to which the running code belongs, such as a page's during its calls. */
const current = new AsyncLocalStorage<Computation>()

/** Keeps the page that is being produced out of the cache, because a part of it failed. */
export function preventCaching() {
  const computation = current.getStore()
  if (computation) computation.keep = false
}

/**
 * Caches public answers and pages for one second, like nginx with `proxy_cache_valid 200 1s` and `proxy_cache_lock`: simultaneous
 * requests share a computation. A page is as old as its oldest answer.
 */
export class ResponseCache {
  /** Lookups answered with a cached or shared response, and others. Calls of a page and encodings don't count. */
  readonly counts = { hits: 0, misses: 0 }
  readonly #kept = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: LIFETIME_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
  })
  readonly #pending = new Map<string, Pending>()
  /** The key of each request address. The key never changes, because only the code decides how parameters are read. */
  readonly #keys = new LRUCache<string, string>({ max: MAX_ADDRESSES })

  /** The number of cached responses; each encoding counts. */
  get entries(): number {
    return this.#kept.size
  }

  /** The bytes of the cached responses. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** Evicts all responses after a change by staff. A computation under way is no longer cached or shared. */
  clear() {
    this.#kept.clear()
    this.#pending.clear()
  }

  /** The cached response of a key, or a new one. */
  get(key: string, produce: () => Promise<PublicResponse>): Promise<Encoded> {
    return this.#get(key, async () => toBytes(await produce()))
  }

  /**
   * Answers a visitor's GET whose address was answered within the last second. To be called in `onRequest`, so that nothing is parsed or
   * checked again, and no other hook runs: the cached headers are complete except for the request's id.
   *
   * @returns whether it was answered
   */
  answerFromCache({ id, server, raw }: FastifyRequest, reply: FastifyReply): boolean {
    const key = raw.method === 'GET' && this.#keys.get(raw.url!)
    const entry = key && this.#kept.get(encodedKey(key, acceptedEncoding(raw.headers)))
    if (!entry || server.draining.aborted) return false
    this.counts.hits += 1
    reply.hijack()
    const { status, headers, body } = entry.response
    const sent: OutgoingHttpHeaders = {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      ...headers,
      [REQUEST_ID]: id,
    }
    if (isKnown(raw.headers, headers)) reply.raw.writeHead(304, sent).end()
    else reply.raw.writeHead(status, { ...sent, 'content-length': body.length }).end(body)
    return true
  }

  /** Answers a request with the cached response of a key, or produces one. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    produce: () => Promise<PublicResponse>,
  ) {
    const encoding = acceptedEncoding(request.headers)
    const plain = () => this.get(key, produce)
    const { status, headers, body } = encoding
      ? await this.#get(encodedKey(key, encoding), async () => encode(await plain(), encoding))
      : await plain()
    if (request.url.length <= MAX_KEY_LENGTH) this.#keys.set(request.url, key)
    reply.headers(headers)
    if (isKnown(request.headers, headers)) return reply.code(304).send()
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

  /** The computation under way for a key, unless its reads began more than a second ago. */
  #underWay(key: string): Promise<Entry> | undefined {
    const pending = this.#pending.get(key)
    return pending && performance.now() - pending.startedAt < LIFETIME_MS ? pending.entry : undefined
  }

  #produce(key: string, produce: () => Promise<Encoded>): Promise<Entry> {
    const computation: Computation = { begunAt: performance.now(), keep: key.length <= MAX_KEY_LENGTH }
    const isShared = () => this.#pending.get(key) === pending
    const entry = current
      .run(computation, produce)
      .then((response): Entry => {
        const made = { ...computation, response }
        if (isShared() && made.keep && response.status < 500)
          this.#kept.set(key, made, { start: made.begunAt })
        return made
      })
      .finally(() => {
        if (isShared()) this.#pending.delete(key)
      })
    const pending: Pending = { startedAt: computation.begunAt, entry }
    this.#pending.set(key, pending)
    return entry
  }
}

const encodedKey = (key: string, encoding: Encoding | undefined) => (encoding ? `${encoding} ${key}` : key)

/** Whether the client has the response already. */
const isKnown = (asked: IncomingHttpHeaders, { etag }: Record<string, string>) =>
  etag !== undefined && asked['if-none-match'] === etag

function sizeOf({ response: { headers, body } }: Entry, key: string): number {
  const texts = [key, ...Object.entries(headers).flat()]
  return ENTRY_BYTES + body.length + texts.reduce((sum, text) => sum + 2 * text.length, 0)
}

/** Adds a weak ETag, because one ETag serves every encoding. */
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
