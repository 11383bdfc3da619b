import { href } from 'react-router'

/** The letter of each screen, pressed after `g` (docs/product.md#keyboard). */
export const SCREEN_KEYS: Record<string, string> = {
  [href('/dashboard')]: 't',
  [href('/dashboard/clients')]: 'c',
  [href('/dashboard/users')]: 'u',
  [href('/dashboard/activity')]: 'd',
  [href('/dashboard/suppliers')]: 'v',
  [href('/dashboard/deliveries')]: 'p',
  [href('/dashboard/categories')]: 'a',
  [href('/dashboard/products')]: 'l',
  [href('/dashboard/products/new-product')]: 'i',
  [href('/dashboard/products/purchase-list')]: 'r',
  [href('/dashboard/products/inspection')]: 'f',
  [href('/dashboard/carousel')]: 's',
  [href('/dashboard/settings')]: 'o',
}

/** The keys that walk through the orders of a page while one is open. */
export const NEXT_KEY = 'j'
export const PREVIOUS_KEY = 'k'

/** How long `g` waits for its letter. */
export const LETTER_WAIT_MS = 1_500
