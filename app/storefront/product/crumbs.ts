import { href } from 'react-router'
import type { Product } from '#contract/products.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { categoryUrl } from '../shop/shop-links.ts'

export type Crumb = { name: string; to: string }

/** The way from the home page to a product: home, shop, category and the product itself. */
export const crumbsOf = ({ _id, category, tradename }: Product): [Crumb, Crumb, Crumb, Crumb] => [
  { name: 'Inicio', to: href('/') },
  { name: 'Tienda', to: href('/tienda') },
  { name: category, to: categoryUrl(category) },
  { name: readableName(tradename), to: productUrl(_id) },
]
