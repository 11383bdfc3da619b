import { useEffect, useRef } from 'react'
import { interceptPops } from './history-pops.ts'

/** Resolves when the last modal's history entry is removed. */
let removed: Promise<void> = Promise.resolve()

/** Goes back from the modal's history entry without the router, which would take the traversal for a navigation. */
const removeEntry = () =>
  new Promise<void>((resolve) => {
    const stop = interceptPops((event) => {
      event.stopImmediatePropagation()
      stop()
      resolve()
    })
    history.back()
  })

const stateOf = (state: unknown) => (state ?? {}) as { key?: string; modal?: string }

/**
 * Makes Back close an open modal: the modal has a history entry of its own, with the page's URL and the router's state. The
 * router doesn't see these entries, so that nothing is loaded again.
 *
 * @param onClose may ask first, and leave the modal open
 */
export function useBackCloses(open: boolean, onClose: () => void) {
  const latest = useRef({ open, onClose })
  useEffect(() => {
    latest.current = { open, onClose }
  })

  useEffect(() => {
    if (!open) return
    const entry = `${Date.now()} ${Math.random()}`
    const { key: page } = stateOf(history.state)
    let pushed = false
    let over = false
    const push = () => {
      if (over) return
      history.pushState({ ...history.state, modal: entry }, '')
      pushed = true
    }
    // The entry of a modal that was just closed has to be removed first.
    void removed.then(push)

    const stop = interceptPops((event) => {
      const { key, modal } = stateOf(event.state)
      if (!pushed || key !== page || modal === entry) return
      event.stopImmediatePropagation()
      pushed = false
      latest.current.onClose()
      // A modal that asks first, or stays open, needs an entry for the next Back, too.
      setTimeout(() => latest.current.open && push())
    })
    return () => {
      over = true
      stop()
      if (stateOf(history.state).modal === entry) removed = removeEntry()
    }
  }, [open])
}
