import { ALL, type ProductCard } from '#contract/products.ts'
import type { ShopQuery } from './shop-filters.ts'

/**
 * The topics of changes to the catalogue (`public_changes`, written by the triggers of `migrations/024-public-changes.ts`). An answer
 * names those after which it may be wrong; too many only cost time.
 */

/** Which products the home page can show. */
export const HOME = 'home'
/** The lists of categories and suppliers with their numbers of products. */
export const NAMES = 'names'
/** Which products a list has, and in which order, except by price and stock. */
export const LISTS = 'lists'
/** A price, a discount, or stock that reached or left zero. */
const OFFERS = 'offers'

/** Anything of a product, also each sale. */
export const productTopic = (id: string) => `product ${id}`
export const productTopics = (cards: readonly Pick<ProductCard, '_id'>[]) =>
  cards.map(({ _id }) => productTopic(_id))
/** The products that can stand in for each other. */
export const equalsTopic = (equivalence: string) => `equal ${equivalence}`

/** The topics of a page of the shop's list. */
export function shopTopics(
  query: ShopQuery & { search?: string },
  products: readonly ProductCard[],
): string[] {
  const topics = [LISTS, ...productTopics(products)]
  const depends =
    query.search ||
    [query.inStock, query.onSale, query.minPrice, query.maxPrice].some((value) => value !== undefined)
  const category = chosenName(query.category, products[0]?.category)
  const supplier = chosenName(query.supplier, products[0]?.laboratory)
  if (depends || category === null || supplier === null) return [...topics, OFFERS]
  const place = `${category}/${supplier}`
  // The counts of the switches and the range of prices are those of the chosen category and supplier alone.
  if (query.facets) return [...topics, `counts ${place}`, `prices ${place}`]
  const isByPrice = query.order !== undefined && query.order !== 'name' && query.order !== 'relevance'
  return isByPrice ? [...topics, `prices ${place}`] : topics
}

/** `*` for all; null for several names, or when no product shows how the database writes it. */
function chosenName(list: string, shown: string | undefined): string | null {
  if (list.trim().toLowerCase() === ALL) return '*'
  return /[,%]/.test(list) ? null : (shown ?? null)
}
