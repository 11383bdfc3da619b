type Interceptor = (event: PopStateEvent) => void

const interceptors = new Set<Interceptor>()

/**
 * Adds the listener of history traversals. Must be called before the router starts: Chromium calls listeners of `popstate` in the
 * order in which they were added, and only an earlier one can keep a traversal from the router.
 */
export const listenBeforeRouter = () =>
  window.addEventListener('popstate', (event) => {
    for (const intercept of [...interceptors]) intercept(event)
  })

/** Calls a function for each traversal of the history before the router sees it. Returns a function that removes the interceptor. */
export function interceptPops(interceptor: Interceptor): () => void {
  interceptors.add(interceptor)
  return () => void interceptors.delete(interceptor)
}
