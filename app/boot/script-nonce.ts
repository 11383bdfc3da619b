/**
 * The nonce of the inline scripts that the application writes. `server/pages/rendered-page.ts` allows the scripts that have it and
 * removes it from the page: it never leaves the server, so that no text in a page can contain it.
 */
export const scriptNonce = import.meta.env.SSR ? crypto.randomUUID() : undefined
