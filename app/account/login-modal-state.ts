import { createStore } from '../browser/external-store.ts'
import { notice } from '../ui/notice.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'

/**
 * `returnTo`: the path to load after the login instead of the same page, such as the checkout. `reason`: the purpose of the
 * login, if not the checkout. `email`: prefills the form.
 */
export type LoginRequest = { returnTo?: string; reason?: string; email?: string }

// A file apart from the modal, so that a page can open the modal without loading the form.
const store = createStore<LoginRequest | null>(null)

/** Opens the login modal. Never take `returnTo` from a URL or an answer: an attacker could choose the page after the login. */
export const openLogin = (request: LoginRequest = {}) => store.set(request)

export const closeLogin = () => store.set(null)

/** The request that opened the login modal; null while it is closed. */
export const useLoginRequest = store.use

/** Loads a part of the login modal when it is first needed. After a failure a dialog says so and the modal closes. */
export const useLoginPart = <Part>(load: () => Promise<Part>, needed: boolean) =>
  useLazyPart(load, {
    needed,
    onFailure: () => {
      closeLogin()
      void notice.error('No pudimos abrir el formulario. Revisa tu conexión e intenta nuevamente.')
    },
  })
