import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Makes the plain links in an element change the page without a reload and close the menu they are in. The menus have dozens
 * of links on every page: one listener costs less, to render and to load, than a `Link` of the router for each.
 */
export function useFollowLinks(container: RefObject<HTMLElement | null>) {
  const navigate = useNavigate()
  useEffect(() => {
    const element = container.current
    if (!element) return
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link) return
      link.closest<HTMLElement>('[popover]')?.hidePopover()
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!plain || event.defaultPrevented || link.target || link.origin !== location.origin) return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [container, navigate])
}
