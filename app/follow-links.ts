import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Marks a plain link of the storefront that changes the page without a reload. */
export const FOLLOWED = { 'data-followed': '' }

/** Marks such a link that leaves the page scrolled where it is. */
export const FOLLOWED_IN_PLACE = { ...FOLLOWED, 'data-in-place': '' }

/**
 * Makes the plain links of the header, and those that are {@link FOLLOWED}, change the page without a reload, and closes the menu they
 * are in. The menus, the lists of products and their pages have dozens of links: one listener costs less, to render and to load, than a `Link` of
 * the router for each. It is the window's, so that the handlers of React come first.
 */
export function useFollowLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>('header a, a[data-followed]')
          : null
      if (!link) return
      link.closest<HTMLElement>('[popover]')?.hidePopover()
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!plain || event.defaultPrevented || link.target || link.origin !== location.origin) return
      event.preventDefault()
      // As the browser and the router's links do: the same address is no further step back.
      navigate(link.pathname + link.search + link.hash, {
        replace: link.href === location.href,
        preventScrollReset: 'inPlace' in link.dataset,
      })
    }
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [navigate])
}
