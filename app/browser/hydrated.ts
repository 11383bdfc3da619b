import { createExternalStore } from './external-store.ts'

/**
 * False on the server and during hydration, then true. Code that reads browser state (storage, history) waits for true, because
 * the first render in the browser has to equal the server's page.
 */
export const useHydrated = createExternalStore(() => true, false).use
