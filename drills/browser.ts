/** The HTTP client of drills and bench: a browser with its own connections. Unlike a real one it never retries by itself: every lost answer counts. */
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer | string }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
export type Reply = {
  status: number
  body: { message?: string; code?: string; data?: unknown; token?: string }
}

/** A request without an answer: the connection was refused or lost, or the time limit passed. The code says which. */
export class NoAnswer extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
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

export type Browser = ReturnType<typeof openBrowser>

export function openBrowser(base: string, connections = 4) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(base)
  /** Sends a request exactly as it is given; `fetch` would mend its path. @throws NoAnswer */
  async function send({ method = 'GET', path, headers, body = '' }: Sent): Promise<Answer> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const length =
      body.length > 0 || method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : undefined
    const sent = request({
      ...{ hostname, port, method, path, agent, signal },
      headers: { ...headers, ...length },
    })
    // A connection may be lost while the body is still being sent, after its answer.
    sent.on('error', () => {})
    try {
      sent.end(body)
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      const chunks = await answer!.toArray()
      return { status: answer!.statusCode ?? 0, headers: answer!.headers, body: Buffer.concat(chunks) }
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      throw new NoAnswer(signal.aborted ? 'PATIENCE' : (code ?? name))
    }
  }
  return {
    send,
    /** Makes a call of the contract. @throws NoAnswer */
    async call({ method = 'POST', path, token, json, form, headers }: Call): Promise<Reply> {
      const encoded = form && new Response(form)
      const body = encoded ? Buffer.from(await encoded.arrayBuffer()) : JSON.stringify(json)
      const type = encoded?.headers.get('content-type') ?? 'application/json'
      const { status, body: answer } = await send({
        method,
        path: `/api${path}`,
        headers: {
          ...(body && { 'content-type': type }),
          ...(token && { 'x-access-token': token }),
          ...headers,
        },
        body,
      })
      return { status, body: parse(answer) }
    },
    close: () => agent.destroy(),
  }
}

/** Parses a body; a balancer's own error page isn't JSON. */
function parse(bytes: Buffer): Reply['body'] {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}
