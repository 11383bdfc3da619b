import { useEffect, useEffectEvent } from 'react'

/** The keys that walk through the orders of a page while one is open, and through the rows of 'Pagos'. */
export const NEXT_KEY = 'j'
export const PREVIOUS_KEY = 'k'

/** The keys of 'Pagos', for the row with the focus; {@link UNDO_KEY} takes back the last decision. */
export const ASIDE_KEY = 'n'
export const FIND_ORDER_KEY = 's'
export const UNDO_KEY = 'z'

const LETTER_WAIT_MS = 1_500

/** The time at which `g` was pressed; 0 when it wasn't pressed. */
let gPressedAt = 0

export const awaitLetter = (awaited: boolean) => {
  gPressedAt = awaited ? performance.now() : 0
}

/** Whether the next letter opens a screen, because `g` was just pressed. */
export const isLetterAwaited = () => gPressedAt > 0 && performance.now() - gPressedAt < LETTER_WAIT_MS

export const isInField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** Whether keys belong to a field or an open dialog. */
export const isBusy = (target: EventTarget | null) =>
  isInField(target) || document.querySelector('dialog[open]') !== null

export function useKeyPress(onPress: (event: KeyboardEvent) => void) {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
