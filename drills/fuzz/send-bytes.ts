/** Sends a request exactly as it is given; `fetch` would mend its path. */
import { Agent, request } from 'node:http'
import type { HostileRequest } from './hostile-request.ts'
import type { Answer } from './judge-answer.ts'

/** Milliseconds in which the server has to answer. */
const PATIENCE = 20_000

export function openSender(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: HostileRequest) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(base)
      const signal = AbortSignal.timeout(PATIENCE)
      const length = body.length > 0 || method === 'POST' ? { 'content-length': body.length } : {}
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent,
        signal,
        headers: { ...headers, ...length },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('error', reject)
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}
