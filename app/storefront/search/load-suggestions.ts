import { href } from 'react-router'
import type { ProductCard } from '#contract/products.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { ALL } from '#domain/shop.ts'
import { browserApi } from '../../api/client.ts'
import { EMPTY, searchNote, shopUrl } from '../shop/shop-url.ts'

const PRODUCTS = 5
const NAMES = 3
const shop = href('/tienda')

export type Suggestion = { text: string; url: string; product?: ProductCard }
export type SuggestionGroup = { title: string; suggestions: Suggestion[] }

/** The groups that match a text; none when nothing does. */
export async function loadSuggestions(text: string, signal: AbortSignal): Promise<SuggestionGroup[]> {
  const { data } = await browserApi.listShop({
    params: { a: ' ', b: ' ', category: ALL, supplier: ALL },
    query: { search: text, page: 1, pageSize: PRODUCTS, suggest: true },
    signal,
  })
  const names = data.suggestions ?? { categories: [], laboratories: [] }
  const groups: SuggestionGroup[] = [
    {
      title: searchNote(data) || 'Productos',
      suggestions: data.products.map((product) => ({
        text: readableName(product.tradename),
        url: productUrl(product._id),
        product,
      })),
    },
    namesIn('Categorias', 'categories', names.categories),
    namesIn('Laboratorios', 'brands', names.laboratories),
  ].filter(({ suggestions }) => suggestions.length > 0)
  if (groups.length === 0) return []
  const all = { text: 'Ver todos los resultados', url: shopUrl(shop, { ...EMPTY, search: text }) }
  return data.products.length > 0 ? [...groups, { title: '', suggestions: [all] }] : groups
}

const namesIn = (
  title: string,
  filter: 'categories' | 'brands',
  names: readonly string[],
): SuggestionGroup => ({
  title,
  suggestions: names
    .slice(0, NAMES)
    .map((name) => ({ text: name, url: shopUrl(shop, { ...EMPTY, [filter]: [name] }) })),
})
