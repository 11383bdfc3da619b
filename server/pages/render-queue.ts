import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { plainPage } from './plain-page.ts'
import type { Renderer } from './renderer.ts'

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
