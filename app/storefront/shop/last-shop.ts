const KEY = 'shop'

/** Remembers the list that is on the screen, filters and page, for the way back from a product. */
export const keepShop = (href: string) => sessionStorage.setItem(KEY, href)

/** The address of the list that was last on the screen of this tab. */
export function lastShop(): string | null {
  const href = sessionStorage.getItem(KEY)
  return href && /^\/(?:tienda|productos)(?:\?|$)/.test(href) ? href : null
}
