import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedForm, EncodedBody, VARY } from './encoded-body.ts'
import type { Prepared, PublicAnswer } from './public-answer.ts'
import { REQUEST_ID } from './request-log.ts'

/** Bytes up to which a body is copied, which takes less time than a write of its own beside the headers. */
const MOST_COPIED = 16_384

/** Writes an answer as one client gets it. A text as body is one write with the headers; Latin-1 keeps its bytes. */
export function writePrepared(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Prepared,
) {
  response.writeHead(status, [REQUEST_ID, requestId, ...headers])
  if (body instanceof Buffer && body.length <= MOST_COPIED) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}

/** Answers a request to Fastify with a public answer. */
export async function sendPublic(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer) {
  const prepared = answer.for(request.raw)
  send(request, reply, prepared instanceof Promise ? await prepared : prepared)
}

/** Answers a request to Fastify with a text for this client alone, in the best encoding that it accepts. */
export async function sendPrivate(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers: same, text }: { status: number; headers: readonly string[]; text: string },
) {
  const length = Buffer.byteLength(text)
  const form = acceptedForm(request.headers, { length })
  // Not as bytes: Node sends the headers and a text in one write.
  const body = form === 'identity' ? text : await new EncodedBody(text).form(form)
  const headers = [...same, 'vary', VARY]
  if (form !== 'identity') headers.push('content-encoding', form)
  headers.push('content-length', String(typeof body === 'string' ? length : body.length))
  // Headers that the handler has set, such as a cookie.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    for (const one of [value].flat()) headers.push(name, String(one))
  send(request, reply, { status, headers, body })
}

/** Such an answer has all its headers: no hook of Fastify has to add any. */
function send(request: FastifyRequest, reply: FastifyReply, prepared: Prepared) {
  reply.hijack()
  if (request.server.draining.aborted) reply.raw.shouldKeepAlive = false
  writePrepared(reply.raw, request.id, prepared)
}
