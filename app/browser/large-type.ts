import { createExternalStore } from './external-store.ts'

/*
 * Larger type, turned on by the footer's switch. A cookie remembers it, because the keys of browser storage are fixed; the
 * browser applies it, because cached pages are the same for everybody.
 */
const ON = 'large-type=on;Path=/;SameSite=Lax'

// Some browsers forget a script's cookie after a week: every page writes it again.
const remember = `document.cookie='${ON};Max-Age=31536000'`

/** The head script that turns larger type on; the sizes are in app.css. */
export const largeTypeScript = `if(/(^|; )large-type=on(;|$)/.test(document.cookie)){document.documentElement.dataset.largeType='';${remember}}`

const store = createExternalStore(() => document.documentElement.dataset.largeType === '', false)

export const useLargeType = store.use

export function setLargeType(on: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API works on https only, and not in every browser.
  document.cookie = `${ON};Max-Age=${on ? 31_536_000 : 0}`
  document.documentElement.toggleAttribute('data-large-type', on)
  store.notify()
}
