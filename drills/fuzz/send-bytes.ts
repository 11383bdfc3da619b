/** Sends a request exactly as it is given; `fetch` would mend its path. */
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { NoAnswer } from '../call-server.ts'
import type { HostileRequest } from './hostile-request.ts'
import type { Answer } from './judge-answer.ts'

/** The time limit of an answer. */
const PATIENCE_MS = 20_000

/** Opens a sender with keep-alive connections, like a browser or proxy. Error messages name a request by its number. */
export function openSender(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const lastPlace = new WeakMap<Socket, number>()
  const send = ({ method, path, headers, body }: HostileRequest, place: number) =>
    new Promise<Answer>((resolve, reject) => {
      let previous: number | undefined
      // The error names the connection's previous request too, which may be the cause.
      const fail = ({ code, name }: NodeJS.ErrnoException) =>
        reject(
          new NoAnswer(
            code ?? name,
            `no answer (${code ?? name}), on the connection of ${previous ?? 'no earlier request'}`,
          ),
        )
      const { hostname, port } = new URL(base)
      const signal = AbortSignal.timeout(PATIENCE_MS)
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
      sent.on('error', fail)
      sent.on('socket', (socket) => {
        previous = lastPlace.get(socket)
        lastPlace.set(socket, place)
      })
      sent.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('error', fail)
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
