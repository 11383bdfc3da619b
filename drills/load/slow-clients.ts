/** Clients that send a request byte by byte and never finish it. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Milliseconds between two bytes. */
const BYTE_INTERVAL_MS = 1_000

const HEAD = [
  'POST /api/user/login HTTP/1.1',
  'Host: botica.local',
  'Content-Type: application/json',
  'Content-Length: 5000',
  '',
  '',
].join('\r\n')

/** Opens slow clients: every second one is slow from the first header on, the others only with the body. */
export async function openSlowClients(base: string, count: number) {
  const { hostname, port } = new URL(base)
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      // The server's answer at the disconnect isn't read.
      socket.resume()
      if (n % 2) socket.write(HEAD)
      else drip(socket, HEAD.replace('Host', `X-Slow: ${'x'.repeat(2_000)}\r\nHost`))
      if (n % 2) drip(socket, ' '.repeat(5_000))
      return socket
    }),
  )
  return {
    /** The number of clients that the server hasn't disconnected. */
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function drip(socket: Socket, text: string) {
  let at = 0
  const timer = setInterval(() => {
    socket.write(text[at] ?? ' ')
    at += 1
  }, BYTE_INTERVAL_MS)
  socket.on('close', () => clearInterval(timer))
}
