import { renderToReadableStream } from 'react-dom/server'
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

/**
 * Renders the whole page before sending it, so that it works without scripts and a failure can still change the status. The
 * router then renders the error boundary around the failed part (app/storefront/layout.tsx).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={scriptNonce} />,
    {
      nonce: scriptNonce,
      // Above this size React would stream the rest in parts that need scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  )
  await stream.allReady
  if (errors.length > 0) throw errors[0]
  const html = await new Response(stream).text()
  headers.set('content-type', 'text/html; charset=utf-8')
  // In development no script is delayed: Vite's scripts must run first.
  return new Response(import.meta.env.PROD ? delayScripts(html, scriptNonce!) : html, { status, headers })
}

type ErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Logs unexpected errors. Responses with a status, such as an unknown path's, aren't errors. */
export function handleError(error: unknown, { request, context }: ErrorArgs) {
  const expected = typeof error === 'object' && error !== null && 'status' in error
  if (!request.signal.aborted && !expected) context.get(logContext)(error)
}
