/**
 * The nonce of the application's own inline scripts. `server/pages/renderer.ts` allows scripts with the nonce and removes it
 * from the page: it never leaves the server, so that no injected text can contain it.
 */
export const scriptNonce = import.meta.env.SSR ? crypto.randomUUID() : undefined
