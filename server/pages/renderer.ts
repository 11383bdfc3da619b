import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { RequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import { callInProcess, type Transport } from './calls-in-process.ts'
import { plainPage } from './plain-page.ts'
import { allowOwnScripts, type RenderedPage } from './rendered-page.ts'

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
