import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendEncoded, sendWithEtag } from '../http/encoded-body.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { serveOfflinePage } from './offline-page.ts'
import { limitRendering } from './render-queue.ts'
import type { RenderedPage } from './rendered-page.ts'
import { builtRenderer, developmentRenderer } from './renderer.ts'
import { securityHeaders } from './security-headers.ts'
import { serveBuiltFiles, serveWebManifest } from './static-files.ts'

/** Bytes of cached pages, compressed: some 3,000 of them. */
const CACHE_BYTES = 24 * 1024 * 1024

type PagesOptions = {
  /** Renders from the sources, without the cache and without the security headers. */
  dev: boolean
  publicUrl: string
}

/**
 * Registers all URLs that are not calls: the application's pages and files. Must be registered last. The session lives in
 * browser storage (docs/product.md#browser-storage), so every page is rendered as a visitor sees it, and all users share one
 * cached rendering.
 */
export async function registerPages(app: FastifyInstance, { dev, publicUrl }: PagesOptions) {
  const { origin, protocol } = new URL(publicUrl)
  const render = dev
    ? await developmentRenderer(app, origin)
    : limitRendering(await builtRenderer(app, origin))
  const cache = new ResponseCache<RenderedPage>(app.publicChanges, CACHE_BYTES)
  app.cacheCounts.pages = cache.counts
  if (!dev) await serveBuiltFiles(app)
  serveWebManifest(app)
  serveOfflinePage(app)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const { url } = request
      if (/^\/api(?:[/?]|$)/.test(url)) return reply.callNotFound()
      const page = await (dev ? render(url) : cache.get(url, () => render(url)))
      if (!dev) reply.headers(securityHeaders(page))
      return sendPage(request, reply, page, { secureCookie: protocol === 'https:' })
    },
  })
}

/** Sends a page, with the CSRF cookie for a browser that has none (docs/product.md#csrf). */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { secureCookie }: { secureCookie: boolean },
) {
  reply.code(page.status).header('cache-control', 'private, no-cache')
  if (page.location) return reply.header('location', page.location).send()
  if (page.status >= 500) reply.header('retry-after', '5')
  if (!/(?:^|;\s*)XSRF-TOKEN=./.test(request.headers.cookie ?? '')) {
    const cookie = `XSRF-TOKEN=${randomBytes(24).toString('base64url')}; Path=/; SameSite=Lax`
    reply.header('set-cookie', secureCookie ? `${cookie}; Secure` : cookie)
  }
  reply.type('text/html; charset=utf-8')
  return page.status === 200
    ? sendWithEtag(request, reply, page.body)
    : sendEncoded(request, reply, page.body)
}
