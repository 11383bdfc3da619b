import { renderToReadableStream, renderToString } from 'react-dom/server'
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { delayScripts } from './boot/late-scripts.ts'
import { scriptNonce } from './boot/script-nonce.ts'

// Exported for `server/pages/renderer.ts`, which has to use the application's instances of these modules.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { apiContext, createApi } from './api/client.ts'
export { pageParameters } from './page-parameters.ts'
export { scriptNonce }

/** The logger of page errors, which `server/pages/renderer.ts` provides. */
export const logContext = createContext<(error: unknown) => void>()

/** The rendered page as text: as the body of a response it would be encoded to bytes and decoded again. */
export const htmlContext = createContext<string | null>(null)

/** React's mark of a part that failed. Texts of a page can't contain it, because they are escaped. */
const FAILED_PART = '<!--$!-->'

/**
 * Renders the whole page as one text before sending it: the page works without scripts, and a failure can still change the
 * status. The router then renders the error boundary around the failed part (app/storefront/layout.tsx).
 */
export default async function handleRequest(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provided: RouterContextProvider,
): Promise<Response> {
  const data = await readText(context.serverHandoffStream!)
  const page = (
    <ServerRouter
      context={{ ...withOwnRoutes(context), serverHandoffStream: undefined }}
      url={url}
      nonce={scriptNonce}
    />
  )
  const html = renderToString(page)
  if (html.includes(FAILED_PART)) throw await findFailure(page)
  const end = html.lastIndexOf('</body>')
  const whole = `<!DOCTYPE html>${html.slice(0, end)}${dataScript(data)}${html.slice(end)}`
  // In development no script is delayed: Vite's scripts must run first.
  provided.set(htmlContext, import.meta.env.PROD ? delayScripts(whole, scriptNonce!) : whole)
  return new Response(null, { status, headers })
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
}

/** Keeps only the routes of this page: the router makes a component tree of every route in the manifest, for every page. */
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  return { ...context, manifest: { ...manifest, routes } }
}

/** Finds the error of the failed part: only the slower rendering to a stream reports it. */
async function findFailure(page: React.ReactNode): Promise<unknown> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(page, { onError: (error) => void errors.push(error) })
  await stream.allReady
  return errors[0] ?? new Error('A part of the page failed once')
}

/** The one script with the loaders' data; the router itself would write several. */
const dataScript = (data: string) =>
  `<script nonce="${scriptNonce}">{const{streamController:data}=window.__reactRouterContext
data.enqueue(${quote(data)})
data.close()}</script>`

/** Quotes a text as a JavaScript literal that is safe inside a script element. Single quotes leave the data's double quotes unescaped. */
const quote = (text: string) =>
  `'${text.replace(/[\\'<\n\r\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`

type ErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Logs unexpected errors. Responses with a status, such as an unknown path's, aren't errors. */
export function handleError(error: unknown, { request, context }: ErrorArgs) {
  const expected = typeof error === 'object' && error !== null && 'status' in error
  if (!request.signal.aborted && !expected) context.get(logContext)(error)
}
