/** A receiver of webhooks that fails a third of the time, checks signatures and drops repeated events. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { WEBHOOK_EVENTS } from '#contract/webhooks.ts'
import { openBrowser } from '../call-server.ts'

export type Event = { type: string; timestamp: string; data: Record<string, unknown> & { _id: string } }
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Every third request fails. Of these, one in four is accepted without an answer, and the others are refused. */
const FAILING = 3
const HANGING_UP = 4 * FAILING

/** Starts the receiver, and a webhook with all events. @param handle called once for each event */
export async function startReceiver(
  { base, token }: { base: string; token: string },
  handle: (event: Event) => void,
) {
  const accepted = new Map<string, Event>()
  const counts = { requests: 0, refused: 0, hungUp: 0, repeated: 0, forged: 0 }
  let verifier: Webhook | undefined
  const accept = (id: string, event: Event) => {
    if (accepted.has(id)) counts.repeated += 1
    else {
      accepted.set(id, event)
      handle(event)
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      let event: Event
      try {
        const headers = request.headers as Record<string, string>
        event = verifier!.verify(Buffer.concat(chunks).toString(), headers) as Event
      } catch {
        counts.forged += 1
        return response.writeHead(401).end()
      }
      counts.requests += 1
      const isHangingUp = counts.requests % HANGING_UP === 0
      if (counts.requests % FAILING === 0 && !isHangingUp) {
        counts.refused += 1
        return response.writeHead(503).end()
      }
      accept(String(request.headers['webhook-id']), event)
      if (!isHangingUp) return response.writeHead(204).end()
      counts.hungUp += 1
      request.socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = openBrowser(base)
  const json = { url, events: WEBHOOK_EVENTS }
  const { body } = await browser.call({ path: '/connections/webhooks', token, json })
  const { _id: webhookId, secret } = body.data as { _id: string; secret: string }
  verifier = new Webhook(secret)
  return {
    webhookId,
    /** The events by id, in the order in which they came first. */
    accepted,
    counts,
    /** Sends an event that somebody else signed. */
    async forge(event: Event) {
      const [id, text] = [randomUUID(), JSON.stringify(event)]
      const at = new Date()
      const signature = new Webhook(`whsec_${randomBytes(32).toString('base64')}`).sign(id, at, text)
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signature,
      }
      await fetch(url, { method: 'POST', body: text, headers })
    },
    async close() {
      await browser.call({ path: `/connections/webhooks/${webhookId}/delete`, token })
      browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
