import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { store } from '#store'
import { escapeHtml } from '../escape-html.ts'
import { RenderedPage } from './rendered-page.ts'
import type { Renderer } from './renderer.ts'

/** Pages rendered at once: while one waits for the database, another one uses the processor. */
const AT_ONCE = 2
/** Pages that wait. More would wait for seconds, and their visitors would have left. */
const MOST_WAITING = 500

/**
 * Renders few pages at once, and lets the requests that arrived meanwhile go first: rendering takes milliseconds of the processor, in
 * which nothing else is answered. A page that would wait for too long is refused, to be asked for again.
 */
export function limitRendering(render: Renderer, mostWaiting = MOST_WAITING): Renderer {
  const limit = pLimit(AT_ONCE)
  return async (path) => {
    if (limit.pendingCount >= mostWaiting) return busyPage()
    return limit(async () => {
      const page = await render(path)
      await nextTurn()
      return page
    })
  }
}

const busyPage = () => new RenderedPage(503, null, { html: [BUSY], nonce: 'none' })

const BUSY = `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Muchas visitas · ${escapeHtml(store.name)}</title>
<link rel="stylesheet" href="/sin-conexion.css">
</head>
<body>
<main>
<p><strong>${escapeHtml(store.name)}</strong></p>
<h1>Hay muchas visitas en este momento</h1>
<p>Vuelve a cargar la página en unos segundos.</p>
</main>
</body>
</html>
`
