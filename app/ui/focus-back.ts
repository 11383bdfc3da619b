import { useEffect, useRef } from 'react'

/** Where the focus is lost: its control is gone or disabled, or in a modal that has closed and fades. */
const LOST = 'body, :disabled, dialog:not([open]) *'

/** The ref of a control that gets the focus when something `busy` has ended and the control that had the focus has lost it. */
export function useFocusBack<Control extends HTMLElement>(busy: boolean) {
  const control = useRef<Control>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (busy) wasBusy.current = true
    else if (wasBusy.current) {
      wasBusy.current = false
      if (document.activeElement?.matches(LOST)) control.current?.focus()
    }
  }, [busy])
  return control
}
