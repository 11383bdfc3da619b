import { useEffect, useRef } from 'react'

/** The ref of a control that is disabled while it is `busy`, which takes its focus away: it gets the focus back afterwards. */
export function useFocusBack<Control extends HTMLElement>(busy: boolean) {
  const control = useRef<Control>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (busy) wasBusy.current = true
    else if (wasBusy.current) {
      wasBusy.current = false
      if (document.activeElement === document.body) control.current?.focus()
    }
  }, [busy])
  return control
}
