import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Address, DeliveryFailure } from './allowed-address.ts'

/** The most bytes of an answer's body. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Own agents, so that each event has a new connection, and no environment variable sets a proxy. */
const agents = { 'http:': new http.Agent(), 'https:': new https.Agent({ maxCachedSessions: 0 }) }

type Post = {
  url: URL
  /** The checked addresses of the URL's name; the connection is made to these alone. */
  addresses: readonly Address[]
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/**
 * Posts an event, and reads the answer without keeping it. Redirects aren't followed.
 *
 * @returns the answer's status
 * @throws DeliveryFailure `connection` without an answer, `size` for an answer that is too large; the signal's reason after an abort
 */
export async function postEvent({ url, addresses, headers, body, signal }: Post): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first!.address, first!.family)
  }
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, {
        method: 'POST',
        agent: agents[url.protocol as keyof typeof agents],
        lookup,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
    const status = answer.statusCode ?? 0
    let bytes = 0
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_ANSWER_BYTES) throw new DeliveryFailure('size', status)
    }
    return status
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DeliveryFailure) throw error
    throw new DeliveryFailure('connection')
  }
}
