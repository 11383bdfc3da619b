import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type ReceivedEvent = {
  headers: IncomingHttpHeaders
  /** The body as it came, and parsed. */
  raw: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A real receiver of webhooks on loopback, whose answers a test chooses. Closed after the test file. */
export async function startReceiver() {
  const events: ReceivedEvent[] = []
  const open = new Set<ServerResponse>()
  const receiver = {
    url: '',
    port: 0,
    /** Every request that came. */
    events,
    /** Requests without an answer. */
    open,
    answer: (response: ServerResponse, _event: ReceivedEvent): void => void response.writeHead(204).end(),
  }
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, raw, event: JSON.parse(raw) }
      events.push(received)
      receiver.answer(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/avisos`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
