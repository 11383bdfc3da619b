/** Clients that send a request byte by byte and never come to its end. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Milliseconds between two bytes. */
const DRIP = 1_000

const HEAD = [
  'POST /api/user/login HTTP/1.1',
  'Host: botica.local',
  'Content-Type: application/json',
  'Content-Length: 5000',
  '',
  '',
].join('\r\n')

/** Every other client is slow from its first header on, the rest only with the body. */
export async function openSlowClients(base: string, count: number) {
  const { hostname, port } = new URL(base)
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      // The answer, when the server has had enough, is of no interest.
      socket.resume()
      if (n % 2) socket.write(HEAD)
      else drip(socket, HEAD.replace('Host', `X-Slow: ${'x'.repeat(2_000)}\r\nHost`))
      if (n % 2) drip(socket, ' '.repeat(5_000))
      return socket
    }),
  )
  return {
    /** How many the server hasn't cut off yet. */
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
  }, DRIP)
  socket.on('close', () => clearInterval(timer))
}
