import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { observeRequests } from './request-metrics.ts'
import { shopMetrics } from './shop-metrics.ts'

/**
 * Serves `/metrics` for Prometheus on a port of its own. Call it before the application listens.
 *
 * @returns `port` is the opened port, also when the given port is 0
 */
export async function startMetrics(
  app: FastifyInstance,
  services: Services,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; stop: () => Promise<void> }> {
  // Loaded only if metrics are configured.
  const { default: client } = await import('prom-client')
  const register = new client.Registry()
  client.collectDefaultMetrics({ register })
  observeRequests(app, client, register)
  const readShop = shopMetrics(app, services, client, register)

  const server = createServer(async (request, response) => {
    const isMetrics = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isMetrics) return response.writeHead(404).end()
    try {
      await readShop()
      const text = await register.metrics()
      return response.writeHead(200, { 'content-type': register.contentType }).end(text)
    } catch (error) {
      app.log.error({ err: error }, 'metrics failed')
      return response.writeHead(500).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
