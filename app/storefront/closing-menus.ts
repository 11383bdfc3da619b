import { type RefObject, useEffect } from 'react'

/**
 * Closes a menu in an element, a popover, when one of its links is pressed or the keyboard focus goes elsewhere. Not when the focus goes
 * to the menu's own button, whose press closes it anyway, nor when the page itself loses the focus.
 */
export function useClosingMenus(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const closeFollowed = ({ target }: MouseEvent) =>
      (target as Element).closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover()
    const closeLeft = ({ target, relatedTarget: next }: FocusEvent) => {
      const menu = (target as Element).closest<HTMLElement>('[popover]:popover-open')
      if (!menu || !(next instanceof Element) || menu.contains(next)) return
      if (next.getAttribute('popovertarget') !== menu.id) menu.hidePopover()
    }
    element.addEventListener('click', closeFollowed)
    element.addEventListener('focusout', closeLeft)
    return () => {
      element.removeEventListener('click', closeFollowed)
      element.removeEventListener('focusout', closeLeft)
    }
  }, [container])
}
