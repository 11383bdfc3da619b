import { href } from 'react-router'

const shop = href('/tienda')

/** The shop's URL for what was typed. Apart from `shop-url.ts`, which the home page doesn't need otherwise. */
export function searchUrl(typed: string | undefined): string {
  const text = typed?.trim()
  return text ? `${shop}?${new URLSearchParams({ buscar: text })}` : shop
}
