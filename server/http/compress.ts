import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The supported encodings, the preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Shorter bodies are sent uncompressed. */
export const MIN_COMPRESSED_BYTES = 1_024
/** Higher levels cost more time than they save. A window of 128 kB holds a page and takes less memory than the default. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } }
const GZIP = { level: 4 }

export const compress = (body: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body, GZIP)

/** Patterns that match an `Accept-Encoding` with the encoding, unless with `q=0`. */
const ACCEPTED = ENCODINGS.map(
  (encoding) => [encoding, new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`)] as const,
)

/** The encoding in which a client gets a body; undefined for a client that accepts none of ours. */
export function acceptedEncoding({ 'accept-encoding': accepted }: IncomingHttpHeaders): Encoding | undefined {
  return ACCEPTED.find(([, pattern]) => pattern.test(String(accepted)))?.[0]
}

/** Compresses JSON answers that were not compressed before (response-cache.ts). */
export function compressJson(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, body, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (!isJson || typeof body !== 'string' || body.length < MIN_COMPRESSED_BYTES) return done()
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers)
    if (!encoding) return done()
    reply.header('content-encoding', encoding)
    compress(body, encoding).then((bytes) => done(null, bytes), done)
  })
}
