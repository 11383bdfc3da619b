/** Makes a customer's call over HTTP, which ends after a time limit. */
import { Agent, request } from 'node:http'

export type Reply = {
  status: number
  body: { message?: string; code?: string; data?: unknown; token?: string }
}

/** A call without an answer: the connection was refused or lost, or the time limit passed. The code says which. */
export class NoAnswer extends Error {
  readonly code: string
  constructor(code: string, message = code) {
    super(message)
    this.code = code
  }
}

export type Call = {
  method?: 'GET' | 'POST'
  path: string
  token?: string
  /** A body to send as JSON. */
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** The time limit of a call: longer than a person waits. */
const PATIENCE_MS = 15_000

/**
 * Opens a simulated browser with its own keep-alive connections. Unlike a real browser, it never retries by itself: every lost answer
 * counts.
 */
export function openBrowser(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const call = async ({ method = 'POST', path, token, json, form, headers = {} }: Call): Promise<Reply> => {
    const encoded = form ? new Response(form) : undefined
    const body = encoded ? Buffer.from(await encoded.arrayBuffer()) : Buffer.from(JSON.stringify(json) ?? '')
    const type = encoded?.headers.get('content-type') ?? 'application/json'
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const fail = (error: NodeJS.ErrnoException) =>
        reject(new NoAnswer(signal.aborted ? 'PATIENCE' : (error.code ?? error.name)))
      const sent = request(`${base}/api${path}`, {
        method,
        agent,
        signal,
        headers: {
          ...(body.length > 0 && { 'content-type': type, 'content-length': body.length }),
          ...(token && { 'x-access-token': token }),
          ...headers,
        },
      })
      sent.on('error', fail)
      sent.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('error', fail)
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: parse(Buffer.concat(chunks)) }),
        )
      })
      sent.end(body)
    })
  }
  return { call, close: () => agent.destroy() }
}

export type Browser = ReturnType<typeof openBrowser>

/** Parses a body; a balancer's own error page isn't JSON. */
function parse(bytes: Buffer): Reply['body'] {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}
