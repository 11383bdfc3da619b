import { href } from 'react-router'

const KEY = 'shop'

const SHOPS: readonly (string | undefined)[] = [href('/tienda'), href('/productos')]

/** Remembers the URL of the list, with its filters and page, for the link back from a product. */
export const rememberShop = (url: string) => sessionStorage.setItem(KEY, url)

/** The URL of the list that was last shown in this tab. */
export function lastShop(): string | null {
  const url = sessionStorage.getItem(KEY)
  return SHOPS.includes(url?.split('?')[0]) ? url : null
}
