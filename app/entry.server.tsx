import { renderToString } from 'react-dom/server'
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { largeTypeScript } from './browser/large-type.ts'
import { fragmentCache } from './fragment-cache.ts'
import { fragments } from './fragments.ts'
import { delayScripts, rememberScript, startScript } from './start-scripts.ts'
import { PharmacySections, ProductCards } from './storefront/home/below.tsx'
import { below } from './storefront/home/lazy-below.ts'

// For `server/pages/renderer.ts`: importing these itself, it would get other instances than the application's.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { apiContext, createApi } from './api.ts'

// In the browser the home page loads them later.
Object.assign(below, { ProductCards, PharmacySections })

Object.assign(fragments, fragmentCache)

// For the test that compares pages with and without it.
export { fragments }

/**
 * The nonce of the scripts that the renderer writes. `server/pages/rendered-page.ts` allows the scripts that have it and
 * removes it from the page: it never leaves the server, so that no text in a page can contain it.
 */
export const scriptNonce = crypto.randomUUID()

/** The page's HTML in parts, for the renderer: reading it from the response would encode and decode it once more. */
export const htmlContext = createContext<string[]>([])

/**
 * Renders the whole page as a string, which costs a third less than a stream. Streaming would gain nothing, since pages are
 * cached (`server/pages/renderer.ts`). The loaders' data, which the router would stream after the page, are written at its end.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const data = await readText(context.serverHandoffStream)
  const page = { ...context, serverHandoffStream: undefined }
  const html = fragmentCache.render(() =>
    renderToString(<ServerRouter context={page} url={request.url} nonce={scriptNonce} />),
  )
  loadContext.set(
    htmlContext,
    addScripts(html, { data: loaderDataScript(data), entry: context.manifest.entry.module }),
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (stream) for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  return text
}

/** The whole document, with the scripts that the application adds to it. */
function addScripts(html: string, { data, entry }: { data: string; entry: string }): string[] {
  const head = html.indexOf('<head>') + '<head>'.length
  const body = html.indexOf('</head>')
  const end = html.lastIndexOf('</body>')
  const delayed = delayScripts({ head: html.slice(head, body), body: html.slice(body, end) })
  return [
    `<!doctype html>${html.slice(0, head)}${script(largeTypeScript + rememberScript)}${delayed.head}`,
    ...delayed.body,
    `${data}${script(startScript(entry))}${html.slice(end)}`,
  ]
}

const script = (text: string) => `<script nonce="${scriptNonce}">${text}</script>`

/** The loaders' data for the router in the browser, escaped so that no text in them can end the script. */
function loaderDataScript(data: string): string {
  const literal = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const controller = 'window.__reactRouterContext.streamController'
  return script(`${controller}.enqueue(${literal});${controller}.close();`)
}

/** Logs unexpected errors. Those with a status, such as an unknown path, are answers and not errors. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const expected = typeof error === 'object' && error !== null && 'status' in error
  if (!request.signal.aborted && !expected) console.error(error)
}
