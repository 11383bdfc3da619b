import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { plainPage } from './plain-page.ts'
import type { Renderer } from './renderer.ts'

/** Pages rendered at once: while one waits for the database, another one uses the processor. */
const CONCURRENCY = 2
/** Pages that wait. More would wait for seconds, and their visitors would have left. */
const MAX_WAITING = 500

/**
 * Renders few pages at once, and lets the requests that arrived meanwhile go first: rendering takes milliseconds of the processor, in
 * which nothing else is answered. A page that would wait for too long is refused, to be asked for again.
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
