import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { RequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import { bodyOf, refusalOf } from '../http/errors.ts'
import { preventCaching } from '../http/response-cache.ts'
import type { PublicCall } from '../http/serve.ts'
import { plainPage, type RenderedPage } from './page.ts'

const root = join(import.meta.dirname, '../..')

/** The exports of `app/entry.server.tsx`. */
type Entry = {
  createRequestHandler: (build: ServerBuild, mode: string) => RequestHandler
  RouterContextProvider: new () => RouterContextProvider
  createApi: (transport: Transport) => unknown
  apiContext: RouterContext<unknown>
  /** Logs an error of a page. */
  logContext: RouterContext<(error: unknown) => void>
  /** The rendered page; not set when rendering failed. */
  htmlContext: RouterContext<string | null>
  scriptNonce: string
  pageParameters: PageParameters
}

/** The query parameters that a page's rendering reads, by its path; other pages read none. */
export type PageParameters = Readonly<Record<string, readonly string[]>>

type Mode = 'production' | 'development'

/** Renders the page at a path with its query. */
export type Renderer = (path: string) => Promise<RenderedPage>

/** Renders with the built application. */
export async function builtRenderer(
  app: FastifyInstance,
  origin: string,
): Promise<{ render: Renderer; parameters: PageParameters }> {
  const file = join(root, 'build/server/index.js')
  const build = (await import(pathToFileURL(file).href)) as ServerBuild
  const { pageParameters } = build.entry.module as unknown as Entry
  return { render: renderWith(app, build, 'production', origin), parameters: pageParameters }
}

/** Renders from the sources through Vite, which also serves the application's files and reloads the browser. */
export async function developmentRenderer(app: FastifyInstance, origin: string): Promise<Renderer> {
  const [{ default: middie }, vite] = await Promise.all([import('@fastify/middie'), import('vite')])
  const listeners = process.listeners('SIGTERM')
  const server = await vite.createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // Vite would end the process at SIGTERM before `stopOnSignal` has closed the other parts.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener)
  app.addHook('onClose', () => server.close())
  await app.register(middie)
  app.use(server.middlewares)
  return async (path) => {
    const build = (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    return renderWith(app, build, 'development', origin)(path)
  }
}

/** Renders with the configured host, because a request's host header isn't trusted. */
function renderWith(app: FastifyInstance, build: ServerBuild, mode: Mode, origin: string): Renderer {
  const entry = build.entry.module as unknown as Entry
  const handler = entry.createRequestHandler(build, mode)
  const api = entry.createApi(callInProcess(app))
  return async (path) => {
    const url = origin + path
    // The router's data URLs are not served: the browser uses the calls of /api.
    if (URL.parse(url)?.pathname.endsWith('.data') ?? true) return redirect('/')
    const context = new entry.RouterContextProvider()
    context.set(entry.apiContext, api)
    // Only the path's first part is logged, because the rest may be a token.
    const page = /^\/[^/?]*/.exec(path)?.[0]
    context.set(entry.logContext, (error) => app.log.error({ err: error, page }, 'page failed'))
    const answer = await handler(new Request(url), context)
    const location = answer.headers.get('location')
    if (location) return redirect(/^\/(?![/\\])/.test(location) ? location : '/')
    const html = context.get(entry.htmlContext)
    // The error boundary failed too: the answer is the router's own.
    if (html === null) return failedPage()
    return { status: answer.status, location: null, ...allowOwnScripts(html, entry.scriptNonce) }
  }
}

const redirect = (location: string): RenderedPage => ({ status: 302, location, html: '', scriptSources: '' })

const failedPage = () =>
  plainPage(
    500,
    'Error',
    `<h1>No pudimos mostrar esta página</h1>
<p>Algo falló de nuestro lado. Puedes volver a cargarla o seguir desde el inicio.</p>
<p><a href="">Volver a cargar</a> · <a href="/">Volver al inicio</a></p>`,
  )

/**
 * Replaces the nonce of the renderer's scripts by their hashes, because visitors could reuse the nonce of a cached page. A script without
 * the nonce gets no hash, and browsers refuse it.
 */
export function allowOwnScripts(html: string, nonce: string): Pick<RenderedPage, 'html' | 'scriptSources'> {
  const [start = '', ...rest] = html.split(` nonce="${nonce}"`)
  const sources = new Set<string>()
  let before = start
  for (const after of rest) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>') + 1)
    before = after
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue
    const script = after.slice(after.indexOf('>') + 1, after.indexOf('</script>'))
    sources.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  return { html: [start, ...rest].join(''), scriptSources: [...sources].join(' ') }
}

/** The application's request (`app/api/client.ts`). */
type ApiRequest = Parameters<PublicCall>[0] & { method: string; path: string }
type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Makes the calls of pages in this process, like a visitor's requests. A page with a failed call isn't cached. */
function callInProcess({ publicCalls, log }: FastifyInstance): Transport {
  return async ({ method, path, ...input }) => {
    const call = publicCalls.get(`${method} ${path}`)
    if (!call) throw new TypeError(`Pages can't make the call ${path}, which isn't public`)
    try {
      return { status: 200, body: await call(input) }
    } catch (error) {
      const refusal = refusalOf(error, log, { method, route: `/api${path}` })
      if (refusal.status >= 500) preventCaching()
      return { status: refusal.status, body: bodyOf(refusal) }
    }
  }
}

/** Pages rendered at once: while one waits for the database, another one uses the processor. */
const CONCURRENCY = 2
/** The most waiting pages: more would wait for too long. */
const MAX_WAITING = 500

/**
 * Renders few pages at once, and serves other requests in between, because rendering blocks the process. Pages are refused while too many
 * wait.
 */
export function limitRendering(render: Renderer, maxWaiting = MAX_WAITING): Renderer {
  const limit = pLimit(CONCURRENCY)
  return async (path) => {
    if (limit.pendingCount >= maxWaiting) return busyPage()
    return limit(async () => {
      const page = await render(path)
      await nextTurn()
      return page
    })
  }
}

const busyPage = () =>
  plainPage(
    503,
    'Muchas visitas',
    `<h1>Hay muchas visitas en este momento</h1>
<p>Vuelve a cargar la página en unos segundos.</p>`,
  )
