import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

// What `server/pages/routes.ts` needs: its own import of these would be another instance than the application's.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { apiContext, createApi } from './api.ts'

/**
 * Renders the whole page at once. Pages are public and kept (`server/pages/routes.ts`), so streaming gains nothing, and a string
 * costs a third less than a stream. What the loaders answered, which the router would stream behind the page, is written
 * at its end.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const data = await new Response(context.serverHandoffStream).text()
  const page = { ...context, serverHandoffStream: undefined }
  const html = contentFirst(renderToString(<ServerRouter context={page} url={request.url} />))
  const end = html.lastIndexOf('</body>')
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!doctype html>${html.slice(0, end)}${handOff(data)}${html.slice(end)}`, {
    status,
    headers,
  })
}

/** The page is whole without its scripts: they come after the styles, the font and the images that are in view. */
const contentFirst = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** What the browser's router waits for before it takes over. No text in it can end the script. */
function handOff(data: string): string {
  const literal = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const controller = 'window.__reactRouterContext.streamController'
  return `<script>${controller}.enqueue(${literal});${controller}.close();</script>`
}

/** Errors reach the server's log through the answer's status; an unknown address is nobody's error. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const expected = typeof error === 'object' && error !== null && 'status' in error
  if (!request.signal.aborted && !expected) console.error(error)
}
