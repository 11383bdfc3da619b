import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

// What `server/pages.ts` needs: its own import of these would be another instance than the application's.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { apiContext, createApi } from './api.ts'

/** Renders the whole page before it answers: pages are public and kept (`server/pages.ts`), so streaming gains nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await render(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

function render(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const body = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      // One piece, no placeholders that a script swaps later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(limit)
        pipe(body)
      },
      onShellError: reject,
      onError: reject,
    })
    const limit = setTimeout(() => abort(new Error('The page took too long to render.')), 10_000)
  })
}

/** Errors reach the server's log through the answer's status; an unknown address is nobody's error. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const expected = typeof error === 'object' && error !== null && 'status' in error
  if (!request.signal.aborted && !expected) console.error(error)
}
