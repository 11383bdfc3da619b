import { useEffect, useRef } from 'react'

/** The end of the traversal by which the last modal removed its history entry. */
let removed: Promise<void> = Promise.resolve()

/** Leaves the modal's history entry, which the router must not take for a navigation. */
const removeEntry = () =>
  new Promise<void>((resolve) => {
    const swallow = (event: PopStateEvent) => {
      event.stopImmediatePropagation()
      resolve()
    }
    window.addEventListener('popstate', swallow, { capture: true, once: true })
    history.back()
  })

/**
 * Makes Back close an open modal: the modal has a history entry of its own, with the page's URL and the router's state.
 * The router doesn't see these entries, so nothing is loaded again.
 *
 * @param onClose may ask first, and leave the modal open
 */
export function useBackCloses(open: boolean, onClose: () => void) {
  const latest = useRef({ open, onClose })
  latest.current = { open, onClose }

  useEffect(() => {
    if (!open) return
    const entry = `${Date.now()} ${Math.random()}`
    const pageKey = (history.state as { key?: string } | null)?.key
    let over = false
    const atEntry = () => (history.state as { modal?: string } | null)?.modal === entry
    const push = () => !over && history.pushState({ ...history.state, modal: entry }, '')
    // The entry of a modal that has just been closed has to be gone first.
    void removed.then(push)

    const onPop = (event: PopStateEvent) => {
      const { key, modal } = (event.state ?? {}) as { key?: string; modal?: string }
      if (key !== pageKey || modal === entry) return
      event.stopImmediatePropagation()
      latest.current.onClose()
      // Where the modal asks first, or stays open, the next Back belongs to it too.
      setTimeout(() => latest.current.open && push())
    }
    window.addEventListener('popstate', onPop, true)
    return () => {
      over = true
      window.removeEventListener('popstate', onPop, true)
      if (atEntry()) removed = removeEntry()
    }
  }, [open])
}
