import { href } from 'react-router'
import { escapeName } from '#domain/name-list.ts'

/** Links to the shop from pages that don't load its filters. shop-url.ts writes and reads all URLs of the shop. */

export const CATEGORY_PARAMETER = 'categoria'
export const SEARCH_PARAMETER = 'buscar'
export const SWITCHES_PARAMETER = 'solo'
/** The value of {@link SWITCHES_PARAMETER} for products with a discount. */
export const ON_SALE = 'oferta'

const shop = href('/tienda')

export function searchUrl(typed: string | undefined): string {
  const text = typed?.trim()
  return text ? `${shop}?${new URLSearchParams({ [SEARCH_PARAMETER]: text })}` : shop
}

export const categoryUrl = (category: string) =>
  `${shop}?${CATEGORY_PARAMETER}=${encodeURIComponent(escapeName(category))}`

export const OFFERS_URL = `${shop}?${SWITCHES_PARAMETER}=${ON_SALE}`
