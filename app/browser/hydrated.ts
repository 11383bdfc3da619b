import { createExternalStore } from './external-store.ts'

/**
 * False on the server and during hydration, then true. Whatever only the browser knows (storage, history) must wait for
 * it, because the first render in the browser has to equal the server's page.
 */
export const useHydrated = createExternalStore(() => true, false).use
