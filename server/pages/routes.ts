import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PublicAnswer } from '../http/public-answer.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { sendPublic } from '../http/send-answer.ts'
import { serveOfflinePage } from './offline-page.ts'
import { limitRendering } from './render-queue.ts'
import type { RenderedPage } from './rendered-page.ts'
import { builtRenderer, developmentRenderer } from './renderer.ts'
import { securityHeaders } from './security-headers.ts'
import { serveBuiltFiles, serveWebManifest } from './static-files.ts'

/** The pattern of the URLs of pages. */
const PAGES = '/*'
const PAGE_TARGET = { route: PAGES }
/** Bytes of cached pages: some 2,600 of them. */
const CACHE_BYTES = 22 * 1024 * 1024

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
  const secureCookie = protocol === 'https:'
  const answer = async (url: string) =>
    answerWith(await render(url), { withSecurityHeaders: !dev, secureCookie })
  const cache = new ResponseCache<PublicAnswer>(app.publicChanges, {
    maxBytes: CACHE_BYTES,
    ahead: app.refreshAhead,
  })
  app.cacheCounts.pages = cache.counts
  app.cachedAnswers.pages = cache
  if (!dev) await serveBuiltFiles(app)
  serveWebManifest(app)
  serveOfflinePage(app)

  app.route({
    method: ['GET', 'HEAD'],
    url: PAGES,
    async handler(request, reply) {
      const { url } = request
      if (/^\/api(?:[/?]|$)/.test(url)) return reply.callNotFound()
      return sendPublic(request, reply, await (dev ? answer(url) : cache.get(url, () => answer(url))))
    },
  })
}

type AnswerOptions = { withSecurityHeaders: boolean; secureCookie: boolean }

/** The answer with a page. A browser that has no CSRF cookie is given one (docs/product.md#csrf). */
function answerWith(page: RenderedPage, { withSecurityHeaders, secureCookie }: AnswerOptions) {
  const { status, location, scriptSources } = page
  // Made anew for each form that is sent: the long policy would take a tenth of a page's memory.
  const headers = () =>
    Object.entries({
      ...(withSecurityHeaders && securityHeaders({ scriptSources })),
      'cache-control': 'private, no-cache',
      ...(location ? { location } : { 'content-type': 'text/html; charset=utf-8' }),
      ...(status >= 500 && { 'retry-after': '5' }),
    }).flat()
  return new PublicAnswer({
    target: PAGE_TARGET,
    status,
    headers,
    ...(!location && {
      body: page.body,
      cookie: secureCookie ? missingSecureCookie : missingCookie,
    }),
  })
}

const missingCookie = ({ cookie }: IncomingHttpHeaders) =>
  cookie !== undefined && /(?:^|;\s*)XSRF-TOKEN=./.test(cookie)
    ? undefined
    : `XSRF-TOKEN=${randomToken()}; Path=/; SameSite=Lax`

const missingSecureCookie = (headers: IncomingHttpHeaders) => {
  const cookie = missingCookie(headers)
  return cookie && `${cookie}; Secure`
}

/** Bytes of a token, and of those that are drawn at once: drawing them costs the same for one and for many. */
const [TOKEN_BYTES, DRAWN_BYTES] = [24, 24 * 128]
const drawn = Buffer.alloc(DRAWN_BYTES)
let used = DRAWN_BYTES

function randomToken(): string {
  if (used === DRAWN_BYTES) {
    randomFillSync(drawn)
    used = 0
  }
  used += TOKEN_BYTES
  return drawn.toString('base64url', used - TOKEN_BYTES, used)
}
