import { type RefObject, useEffect } from 'react'

/**
 * Closes the popover menus in an element when a link in them is pressed or the focus goes elsewhere. A focused menu button
 * doesn't close its menu, because its press does; nor does a window that loses the focus.
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
