import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import { store } from '#store'
import { sendBody, sendWithEtag } from '../http/encoded-body.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { Page } from './rendered-page.ts'

const root = join(import.meta.dirname, '..')

type ApiRequest = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: unknown }
type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** What the built application hands over (`app/entry.server.tsx`). */
type Entry = {
  createRequestHandler: (build: ServerBuild, mode: string) => RequestHandler
  RouterContextProvider: new () => RouterContextProvider
  createApi: (transport: Transport) => unknown
  apiContext: RouterContext<unknown>
}

export type PagesOptions = {
  /** Renders from the sources through Vite, which also reloads the browser. */
  dev: boolean
  publicUrl: string
}

/**
 * Every URL that isn't a call: the application's files and its pages. Registered last. Pages are rendered as a visitor sees
 * them, since the session lives in browser storage (spec §3), which is what lets everyone share one rendering.
 */
export async function registerPages(app: FastifyInstance, { dev, publicUrl }: PagesOptions) {
  const transport: Transport = async ({ method, url, headers, body }) => {
    const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
    return { status: answer.statusCode, body: answer.json() }
  }
  const origin = new URL(publicUrl).origin
  const render = dev ? await developed(app, transport, origin) : await built(transport, origin)
  const kept = new ResponseCache<Page>()
  const pageAt = dev ? render : (url: string) => kept.get(url, () => render(url))
  const secure = publicUrl.startsWith('https:')
  if (!dev) await serveFiles(app)

  app.get('/site.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(webManifest),
  )

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      if (/^\/api(?:[/?]|$)/.test(request.url)) return reply.callNotFound()
      const page = await pageAt(request.url)
      return send(request, reply, page, dev ? {} : securityHeaders(page), secure)
    },
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  security: Record<string, string>,
  secure: boolean,
) {
  reply.code(page.status).headers(security).header('cache-control', 'private, no-cache')
  if (page.location) return reply.header('location', page.location).send()
  if (page.status >= 500) reply.header('retry-after', '5')
  if (!/(?:^|;\s*)XSRF-TOKEN=./.test(request.headers.cookie ?? '')) {
    const cookie = `XSRF-TOKEN=${randomBytes(24).toString('base64url')}; Path=/; SameSite=Lax`
    reply.header('set-cookie', secure ? `${cookie}; Secure` : cookie)
  }
  reply.type('text/html; charset=utf-8')
  return page.status === 200 ? sendWithEtag(request, reply, page.body) : sendBody(request, reply, page.body)
}

function securityHeaders(page: Page): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' ${page.scripts}`,
      "style-src 'self'",
      "img-src 'self' data: blob: https://tile.openstreetmap.org",
      "connect-src 'self'",
      "font-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}

/** The page at a path of ours. The host is always our own: what a request says of itself decides nothing. */
async function answerOf(handler: RequestHandler, entry: Entry, api: unknown, origin: string, path: string) {
  const context = new entry.RouterContextProvider()
  context.set(entry.apiContext, api)
  const url = origin + path
  // The router's own data addresses are none of ours: the browser asks the calls of /api.
  if (!URL.canParse(url) || new URL(url).pathname.endsWith('.data')) return new Page(302, '/', '')
  const answer = await handler(new Request(url), context)
  const location = answer.headers.get('location')
  if (location) return new Page(302, /^\/(?![/\\])/.test(location) ? location : '/', '')
  // The product answers no 5xx but 503: the page says to try again, and so does its status.
  return new Page(answer.status >= 500 ? 503 : answer.status, null, await answer.text())
}

async function built(transport: Transport, origin: string) {
  const file = join(root, 'build/server/index.js')
  const build = (await import(pathToFileURL(file).href)) as ServerBuild
  const entry = build.entry.module as unknown as Entry
  const handler = entry.createRequestHandler(build, 'production')
  const api = entry.createApi(transport)
  return (path: string) => answerOf(handler, entry, api, origin, path)
}

async function developed(app: FastifyInstance, transport: Transport, origin: string) {
  const [{ default: middie }, vite] = await Promise.all([import('@fastify/middie'), import('vite')])
  const server = await vite.createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => server.close())
  await app.register(middie)
  app.use(server.middlewares)
  return async (path: string) => {
    const build = (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const entry = build.entry.module as unknown as Entry
    const handler = entry.createRequestHandler(build, 'development')
    return answerOf(handler, entry, entry.createApi(transport), origin, path)
  }
}

/** The built files. Those whose name holds their hash never change; the others are asked for again. */
async function serveFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(root, 'build/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}

const webManifest = {
  name: store.name,
  short_name: store.name,
  description: store.tagline,
  lang: 'es-CL',
  start_url: '/',
  display: 'standalone',
  background_color: '#fbf8f2',
  theme_color: '#0e5f46',
  icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
}
