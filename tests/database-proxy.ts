import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Where the next COMMIT is cut: before PostgreSQL gets it, or after its answer, which the client never gets. */
type Cut = 'commit-lost' | 'answer-lost'

/** A TCP proxy in front of a PostgreSQL, which can cut connections. */
export type DatabaseProxy = {
  url: string
  /** Cuts the connection of the next COMMIT. */
  cutNextCommit: (cut: Cut) => void
  /** Cuts all connections and accepts no more. */
  close: () => Promise<void>
}

/** A transaction's end as the driver sends it: a simple query. */
const COMMIT = Buffer.from('commit\0')

/** Starts a proxy to the PostgreSQL of an address, closed after the test file. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const address = new URL(target)
  const folder = address.searchParams.get('host')
  const port = Number(address.port || 5432)
  let cut: Cut | undefined
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, address.hostname)
    let isCutting = false
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
      if (cut && bytes.includes(COMMIT)) {
        isCutting = true
        const lost = cut === 'commit-lost'
        cut = undefined
        if (lost) return client.destroy()
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => (isCutting ? client.destroy() : client.write(bytes)))
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
    cutNextCommit: (where) => {
      cut = where
    },
    close,
  }
}
