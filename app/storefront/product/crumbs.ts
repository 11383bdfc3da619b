import { href } from 'react-router'
import type { Product } from '#contract/products.ts'
import { categoryUrl } from '../category-menu.tsx'
import { productUrl } from './product-url.ts'

export type Crumb = { name: string; to: string }

/** The way from the home page to a product: home, shop, category and the product itself. */
export const crumbsOf = ({ _id, category, tradename }: Product): [Crumb, Crumb, Crumb, Crumb] => [
  { name: 'Inicio', to: href('/') },
  { name: 'Tienda', to: href('/tienda') },
  { name: category, to: categoryUrl(category) },
  { name: tradename, to: productUrl(_id) },
]
