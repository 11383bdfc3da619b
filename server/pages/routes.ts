import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicResponse } from '../http/response-cache.ts'
import { serveOfflinePage } from './offline-page.ts'
import { type RenderedPage, securityHeaders } from './page.ts'
import { builtRenderer, developmentRenderer, limitRendering, type PageParameters } from './renderer.ts'
import { serveBuiltFiles, serveWebManifest } from './static-files.ts'

type PagesOptions = {
  /** Renders from the sources, without the cache and without the security headers. */
  dev: boolean
  publicUrl: string
}

/**
 * Registers all URLs that are not calls: the application's pages and files. Must be registered last. The session lives in browser
 * storage, so pages are rendered as for a visitor, and all users share a cached page.
 */
export async function registerPages(app: FastifyInstance, { dev, publicUrl }: PagesOptions) {
  const { origin, protocol } = new URL(publicUrl)
  const answerPage = dev ? await answerFromSources(app, origin) : await answerFromBuild(app, origin)
  if (!dev) await serveBuiltFiles(app)
  serveWebManifest(app)
  serveOfflinePage(app)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    onRequest(request, reply, done) {
      if (isCall(request)) return done()
      if (!hasCsrfCookie(request)) reply.header('set-cookie', csrfCookie(protocol === 'https:'))
      if (!app.responseCache.answerFromCache(request, reply)) done()
    },
    async handler(request, reply) {
      return isCall(request) ? reply.callNotFound() : answerPage(request, reply)
    },
  })
}

type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

async function answerFromSources(app: FastifyInstance, origin: string): Promise<AnswerPage> {
  const render = await developmentRenderer(app, origin)
  return async ({ url }, reply) => {
    const page = await render(url)
    return reply.code(page.status).headers(headersOf(page)).send(page.html)
  }
}

async function answerFromBuild(app: FastifyInstance, origin: string): Promise<AnswerPage> {
  const { render, parameters } = await builtRenderer(app, origin)
  const renderInTurn = limitRendering(render)
  return (request, reply) => {
    const address = pageAddress(request.url, parameters)
    return app.responseCache.send(request, reply, `page ${address}`, async (): Promise<PublicResponse> => {
      const page = await renderInTurn(address)
      const headers = { ...securityHeaders(page), ...headersOf(page) }
      return { status: page.status, headers, body: page.html }
    })
  }
}

const headersOf = ({ status, location }: RenderedPage): Record<string, string> => ({
  'cache-control': 'private, no-cache',
  ...(location ? { location } : { 'content-type': 'text/html; charset=utf-8' }),
  ...(status === 503 && { 'retry-after': '5' }),
})

/** Whether a URL is below `/api`, except the page that documents the calls. */
const isCall = ({ url }: FastifyRequest) => /^\/api(?!\/docs(?:[/?]|$))(?:[/?]|$)/.test(url)

const hasCsrfCookie = ({ headers: { cookie = '' } }: FastifyRequest) => /(?:^|;\s*)XSRF-TOKEN=./.test(cookie)

/** The cookie for a browser that has none. */
const csrfCookie = (secure: boolean) =>
  `XSRF-TOKEN=${randomBytes(24).toString('base64url')}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

/**
 * The address of a page with the parameters that it reads, in alphabetical order: parameters added by advertisements don't change the
 * page.
 */
function pageAddress(url: string, parameters: PageParameters): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const known = parameters[path.toLowerCase().replace(/(?<=.)\/+$/, '')]
  if (!known || !query) return path
  const sent = new URLSearchParams(query)
  for (const name of [...sent.keys()]) if (!known.includes(name)) sent.delete(name)
  sent.sort()
  return sent.size > 0 ? `${path}?${sent}` : path
}
