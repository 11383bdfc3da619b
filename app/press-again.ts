/** The browser has already done what these do without scripts. */
const NATIVE = '[popovertarget], [type="submit"]'

let pressed: HTMLElement | null | undefined

/**
 * Takes the button that was pressed before there was any code (start-scripts.ts). Must be called right before hydration: from then on
 * React handles presses itself. The home page goes on remembering them for its parts that load later (storefront/home/lazy-below.ts).
 */
export function takePress() {
  pressed = window.pressedButton
  window.pressedButton = null
}

/** Presses that button, once the page is hydrated. */
export function pressAgain() {
  if (pressed?.isConnected && !pressed.matches(NATIVE)) pressed.click()
  pressed = null
}
