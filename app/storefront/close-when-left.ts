import { type RefObject, useEffect } from 'react'

/**
 * Closes a menu in an element, a popover, when the keyboard focus goes elsewhere. Not when it goes to the menu's own button, whose
 * press closes it anyway, nor when the page itself loses the focus.
 */
export function useCloseWhenLeft(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const close = ({ target, relatedTarget: next }: FocusEvent) => {
      const menu = (target as Element).closest<HTMLElement>('[popover]:popover-open')
      if (!menu || !(next instanceof Element) || menu.contains(next)) return
      if (next.getAttribute('popovertarget') !== menu.id) menu.hidePopover()
    }
    element.addEventListener('focusout', close)
    return () => element.removeEventListener('focusout', close)
  }, [container])
}
