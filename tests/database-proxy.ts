import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** When a connection is cut: before PostgreSQL gets the sent bytes, or after its answer, which the client never gets. */
type Cut = 'sent-lost' | 'answer-lost'

/** A TCP proxy in front of a PostgreSQL, which notes round trips and can cut connections. */
export type DatabaseProxy = {
  url: string
  /** The first bytes that a client sent in each round trip. */
  roundTrips: string[]
  /** Cuts the next connection that sends these words. */
  cutNext: (words: string, cut: Cut) => void
  /** Cuts all connections and accepts no more. */
  close: () => Promise<void>
}

/** Starts a proxy to the PostgreSQL of an address, closed after the test file. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const address = new URL(target)
  const folder = address.searchParams.get('host')
  const port = Number(address.port || 5432)
  let next: { words: string; cut: Cut } | undefined
  const roundTrips: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, address.hostname)
    let isCutting = false
    let isAnswered = true
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (isAnswered) roundTrips.push(bytes.toString('latin1'))
      isAnswered = false
      if (next && bytes.includes(next.words)) {
        isCutting = true
        const { cut } = next
        next = undefined
        if (cut === 'sent-lost') return client.destroy()
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      isAnswered = true
      if (isCutting) client.destroy()
      else client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const close = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  afterAll(close)
  const url = new URL(target)
  url.search = '?sslmode=disable'
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    roundTrips,
    cutNext: (words, cut) => {
      next = { words, cut }
    },
    close,
  }
}
