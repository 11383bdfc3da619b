type Interceptor = (event: PopStateEvent) => void

const interceptors = new Set<Interceptor>()

/**
 * Must be called before the router starts: Chromium calls the listeners of `popstate` in the order in which they were added, so that
 * only an earlier one can keep a traversal from the router.
 */
export const listenBeforeRouter = () =>
  window.addEventListener('popstate', (event) => {
    for (const intercept of [...interceptors]) intercept(event)
  })

/** Calls a function with each traversal of the history before the router sees it. Returns a function that ends this. */
export function interceptPops(interceptor: Interceptor): () => void {
  interceptors.add(interceptor)
  return () => void interceptors.delete(interceptor)
}
