import { ALL, type ProductCard } from '#contract/products.ts'
import type { Facets } from '#contract/shop-query.ts'
import type { ShopQuery } from './shop-filters.ts'

/**
 * The topics of changes to the catalogue (`public_changes`, written by the triggers of `migrations/024-public-changes.ts`). An answer
 * names those after which it may be wrong; too many only cost time.
 */

/** Which products the home page can show. */
export const HOME = 'home'
/** The lists of categories and suppliers with their numbers of products. */
export const NAMES = 'names'
/** The names of categories, without numbers: when one changes, everything does. */
export const CATEGORIES = 'categories'
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

type ShopList = { products: readonly ProductCard[]; total: number; more?: true; facets?: Facets }

/** The topics of a page of the shop's list. */
export function shopTopics(query: ShopQuery & { search?: string }, list: ShopList): string[] {
  const topics = [LISTS, ...productTopics(list.products)]
  const isNarrowed = [query.inStock, query.onSale, query.minPrice, query.maxPrice].some(
    (value) => value !== undefined,
  )
  const places = isNarrowed || query.suggest ? null : placesOf(query, list)
  if (!places) return [...topics, OFFERS]
  const prices = places.map((place) => `prices ${place}`)
  // The counts of the switches and the range of prices are those of these places alone, and so is what a search puts first.
  if (query.facets || query.search) return [...topics, ...places.map((place) => `counts ${place}`), ...prices]
  const isByPrice = query.order !== undefined && query.order !== 'name' && query.order !== 'relevance'
  return isByPrice ? [...topics, ...prices] : topics
}

/** The categories and suppliers (`category/supplier`) that have all products of a list; null when that isn't known. */
function placesOf(query: ShopQuery & { search?: string }, { products, total, more, facets }: ShopList) {
  const category = chosenName(query.category, products[0]?.category)
  const supplier = chosenName(query.supplier, products[0]?.laboratory)
  if (category === null || supplier === null) return null
  if (!query.search || category !== '*') return [`${category}/${supplier}`]
  // What a search finds is in few categories. They are known when those that are shown have all its products.
  const found = facets?.categories.top ?? []
  const isAll = !more && found.reduce((sum, { products }) => sum + products, 0) === total
  return isAll ? found.map(({ name }) => `${name}/${supplier}`) : null
}

/** `*` for all; null for several names, or when no product shows how the database writes it. */
function chosenName(list: string, shown: string | undefined): string | null {
  if (list.trim().toLowerCase() === ALL) return '*'
  return /[,%]/.test(list) ? null : (shown ?? null)
}
