import { useEffect, useEffectEvent } from 'react'

/** A scanner's keys follow each other faster than a person types: after a longer gap a new code begins. */
const MAX_KEY_GAP_MS = 100
/** Below the length of any code on a pack: EAN-8 has eight digits. */
const MIN_DIGITS = 6

/** Whether a field has the focus, which receives the scan itself. */
const takesText = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null

/** Calls `onCode` for digits that a barcode scanner types anywhere outside of fields and dialogs, followed by Enter. */
export function useScanner(onCode: (code: string) => void) {
  const read = useEffectEvent(onCode)
  useEffect(() => {
    let digits = ''
    let lastAt = 0
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, timeStamp } = event
      if (key === 'Shift') return
      if (timeStamp - lastAt > MAX_KEY_GAP_MS) digits = ''
      lastAt = timeStamp
      const elsewhere = takesText(target) || document.querySelector('dialog[open]') !== null
      if (ctrlKey || metaKey || altKey || elsewhere) digits = ''
      else if (/^\d$/.test(key)) digits += key
      else if (key === 'Enter' && digits.length >= MIN_DIGITS) {
        // Enter must not press the focused button.
        event.preventDefault()
        read(digits)
        digits = ''
      } else digits = ''
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
