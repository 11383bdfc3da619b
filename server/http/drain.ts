import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that idle connections stay open after the last accepted one: the next request may be on its way. */
const IDLE_GRACE_MS = 500
/** Milliseconds between two searches for idle connections. */
const SWEEP_INTERVAL_MS = 50
/** Milliseconds for requests in flight: a client that reads slowly must not keep the process. */
const CLOSE_TIMEOUT_MS = 60_000

/**
 * Prepares a server that isn't listening yet for a stop that refuses no request.
 *
 * @returns a function that stops the server: readiness turns 503, requests are accepted for some more seconds, then the port closes and
 *   the requests in flight end
 */
export function prepareDraining(app: FastifyInstance): (seconds: number) => Promise<void> {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (seconds) => {
    app.startDraining()
    if (app.server.listening) {
      await pause(seconds * 1000)
      // Accepts the waiting connections before the close.
      await nextTurn()
      await closePort(app.server, sockets)
    }
    // Fastify closes last, because it refuses requests, including a page's own calls, while it closes.
    await app.close()
  }
}

/** Closes the port, then each connection once it is idle. */
async function closePort(server: Server, sockets: Set<Socket>): Promise<void> {
  // HTTP's own close() would cut idle connections at once, although a request may be on its way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  const closeIdle = () => {
    server.closeIdleConnections()
    // Node doesn't count a connection as idle before its first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  let sweepTimer: NodeJS.Timeout | undefined
  const graceTimer = setTimeout(() => {
    closeIdle()
    sweepTimer = setInterval(closeIdle, SWEEP_INTERVAL_MS)
  }, IDLE_GRACE_MS)
  const limitTimer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await closed
  clearTimeout(graceTimer)
  clearInterval(sweepTimer)
  clearTimeout(limitTimer)
}
