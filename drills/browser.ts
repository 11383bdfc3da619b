/** The HTTP client of drills and bench. Unlike a browser it never retries by itself: every lost answer counts. */
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer | string }
/**
 * An answer. Status 0 means that there is none: the connection was refused or lost, or the time limit passed, as its code says. A refusal
 * has its code in the body.
 */
export type Answer = { status: number; code?: string; headers: IncomingHttpHeaders; body: Buffer }
export type Reply = {
  status: number
  body: { message?: string; code?: string | undefined; data?: unknown; token?: string }
}

export type Call = {
  method?: 'GET' | 'POST'
  /** Below `/api`. */
  path: string
  token?: string
  /** A body to send as JSON. */
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** The time limit of a request: longer than a person waits. */
const PATIENCE_MS = 15_000
const agent = new Agent({ keepAlive: true })

/** Sends a request exactly as it is given; `fetch` would mend its path. */
export async function send(
  base: string,
  { method = 'GET', path, headers, body = '' }: Sent,
): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const length = body.length > 0 || method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}
  const all = { ...headers, ...length }
  const sent = request({ hostname, port, method, path, agent, signal, headers: all })
  // A connection may be lost while the body is still being sent, after its answer.
  sent.on('error', () => {})
  try {
    sent.end(body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    const chunks = await answer!.toArray()
    return { status: answer!.statusCode ?? 0, headers: answer!.headers, body: Buffer.concat(chunks) }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    const reason = signal.aborted ? 'PATIENCE' : (code ?? name)
    return { status: 0, code: reason, headers: {}, body: Buffer.from('') }
  }
}

/** Makes a call of the contract. */
export async function call(base: string, sent: Call): Promise<Reply> {
  const { method = 'POST', path, token, json, form, headers } = sent
  const encoded = form && new Response(form)
  const body = encoded ? Buffer.from(await encoded.arrayBuffer()) : JSON.stringify(json)
  const type = encoded?.headers.get('content-type') ?? 'application/json'
  const all = { ...(body && { 'content-type': type }), ...(token && { 'x-access-token': token }), ...headers }
  const answer = await send(base, { method, path: `/api${path}`, headers: all, body })
  try {
    return { status: answer.status, body: JSON.parse(answer.body.toString()) }
  } catch {
    // None, or a balancer's own page.
    return { status: answer.status, body: { code: answer.code } }
  }
}
