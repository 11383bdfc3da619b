import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { RequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import { answerInside } from '../http/errors.ts'
import type { PublicInput } from '../http/serve.ts'
import { RenderedPage } from './rendered-page.ts'

const root = join(import.meta.dirname, '../..')

/** `call` is its method and path in the contract. */
type ApiRequest = PublicInput & {
  call: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: unknown
}
type Transport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** The exports of `app/entry.server.tsx`. */
type Entry = {
  createRequestHandler: (build: ServerBuild, mode: string) => RequestHandler
  RouterContextProvider: new () => RouterContextProvider
  createApi: (transport: Transport) => unknown
  apiContext: RouterContext<unknown>
  /** Where the application puts the page's HTML, in parts. */
  htmlContext: RouterContext<string[]>
  scriptNonce: string
}

/** Renders the page at a path with its query. */
export type Renderer = (path: string) => Promise<RenderedPage>

/** Renders with the built application. */
export async function builtRenderer(app: FastifyInstance, origin: string): Promise<Renderer> {
  const file = join(root, 'build/server/index.js')
  const build = (await import(pathToFileURL(file).href)) as ServerBuild
  const entry = build.entry.module as unknown as Entry
  const handlerOf = handlersByPath(build, entry)
  const api = entry.createApi(transportTo(app))
  return (path) => render(handlerOf, entry, api, origin, path)
}

/**
 * Gives a page whose address has no parameters a handler of its own, which knows no other routes: the router compares each address several
 * times with all that it knows, and prepares all of them for each page.
 */
function handlersByPath(build: ServerBuild, entry: Entry): (pathname: string) => RequestHandler {
  const handlerOf = (build: ServerBuild) => entry.createRequestHandler(build, 'production')
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId))
  const leaves = Object.keys(build.routes).filter((id) => !parents.has(id))
  const handlers = new Map(
    leaves.map((id) => {
      const ids = lineageOf(build.routes, id)
      const path = ids.flatMap((id) => build.routes[id]!.path || []).join('/')
      return [`/${path}`, handlerOf(withRoutes(build, ids))]
    }),
  )
  const others = handlerOf(build)
  return (pathname) => handlers.get(pathname) ?? others
}

/** A route after those around it. */
function lineageOf(routes: ServerBuild['routes'], id: string): string[] {
  const { parentId } = routes[id]!
  return parentId === undefined ? [id] : [...lineageOf(routes, parentId), id]
}

function withRoutes(build: ServerBuild, ids: string[]): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(ids.map((id) => [id, routes[id]!])) as Record<string, Route>
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

/** Renders from the sources through Vite, which also serves the application's files and reloads the browser. */
export async function developmentRenderer(app: FastifyInstance, origin: string): Promise<Renderer> {
  const [{ default: middie }, vite] = await Promise.all([import('@fastify/middie'), import('vite')])
  const server = await vite.createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => server.close())
  await app.register(middie)
  app.use(server.middlewares)
  return async (path) => {
    const build = (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const entry = build.entry.module as unknown as Entry
    const handler = entry.createRequestHandler(build, 'development')
    return render(() => handler, entry, entry.createApi(transportTo(app)), origin, path)
  }
}

/** Makes the application's calls in the same process, without a network; public ones without an HTTP request, too. */
function transportTo(app: FastifyInstance): Transport {
  return async ({ call, method, url, params, query, headers, body }) => {
    const answerPublic = app.publicCalls.get(call)
    if (answerPublic)
      return answerPublic({ url, params, query }).then(
        (answer) => ({ status: 200, body: answer }),
        (error: unknown) => answerInside(app, call, error),
      )
    const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
    return { status: answer.statusCode, body: answer.json() }
  }
}

/** The host is always the configured one: the request's own host header is not trusted. */
async function render(
  handlerOf: (pathname: string) => RequestHandler,
  entry: Entry,
  api: unknown,
  origin: string,
  path: string,
) {
  const context = new entry.RouterContextProvider()
  context.set(entry.apiContext, api)
  const url = origin + path
  // The router's data URLs are not served: the browser uses the calls of /api.
  const { pathname } = URL.parse(url) ?? { pathname: '.data' }
  if (pathname.endsWith('.data')) return redirect('/')
  const answer = await handlerOf(pathname)(new Request(url), context)
  const location = answer.headers.get('location')
  if (location) return redirect(/^\/(?![/\\])/.test(location) ? location : '/')
  // All server errors are answered as 503: the page asks the user to try again later.
  const status = answer.status >= 500 ? 503 : answer.status
  // A page that failed twice is the router's own answer.
  const rendered = context.get(entry.htmlContext)
  const html = rendered.length > 0 ? rendered : [await answer.text()]
  return new RenderedPage(status, null, { html, nonce: entry.scriptNonce })
}

const redirect = (location: string) => new RenderedPage(302, location, { html: [], nonce: '' })
