import { useEffect, useRef } from 'react'

/** Matches the active element once its control is gone, disabled, or in a closed modal that fades out. */
export const UNFOCUSED = 'body, :disabled, dialog:not([open]) *'

/**
 * Returns the ref of a control that gets the focus when `busy` has ended and the control with the focus has lost it.
 *
 * @param shown a state whose change, also after `busy` has ended, may remove the control with the focus
 */
export function useFocusBack<Control extends HTMLElement>(busy: boolean, shown?: string) {
  const control = useRef<Control>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (busy) wasBusy.current = true
    else if (wasBusy.current) {
      wasBusy.current = shown !== undefined
      if (document.activeElement?.matches(UNFOCUSED)) control.current?.focus()
    }
  }, [busy, shown])
  return control
}
