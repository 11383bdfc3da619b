/** The browser has already done what these do without scripts. */
const NATIVE = '[popovertarget], [type="submit"]'

/**
 * Forgets a press once it is handled. React stops a click whose code is missing, or that comes while it can't hydrate the page yet, before the
 * click reaches the document; such a press stays remembered (start-scripts.ts), as one does that was made before there was any
 * code. Must be called right before hydration.
 */
export function forgetHandledPresses() {
  document.addEventListener('click', () => {
    window.pressedButton = null
  })
}

/** Presses the remembered button, once the page is hydrated. */
export function pressAgain() {
  const button = window.pressedButton
  if (button?.matches(NATIVE)) window.pressedButton = null
  else if (button?.isConnected) button.click()
}
