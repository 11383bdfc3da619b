import { type RefObject, useEffect, useRef } from 'react'

/**
 * Ctrl+S, or Cmd+S on a Mac, submits the form in place of the browser's "save page". Behind an open modal nothing happens.
 *
 * @param busy while the form is being sent
 */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, busy: boolean) {
  const latest = useRef(busy)
  latest.current = busy
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 's') return
      event.preventDefault()
      const modals = [...document.querySelectorAll('dialog[open]')]
      if (latest.current || modals.some((modal) => !modal.contains(form.current))) return
      form.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [form])
}
