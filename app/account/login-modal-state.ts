import { createStore } from '../browser/external-store.ts'

/**
 * `returnTo`: the path of the checkout or of a repeated order for somebody on the way there, loaded after login instead of the same page.
 * `reason`: what the login is for, if not the checkout. `email`: fills the form in.
 */
export type LoginRequest = { returnTo?: string; reason?: string; email?: string }

// Apart from the modal, so that a page can open it without loading its form.
const store = createStore<LoginRequest | null>(null)

/** Opens the login modal. A `returnTo` from outside (a URL, an answer) would let others choose where a login leads. */
export const openLogin = (request: LoginRequest = {}) => store.set(request)

export const closeLogin = () => store.set(null)

/** The request that opened the login modal; null while it is closed. */
export const useLoginRequest = store.use
