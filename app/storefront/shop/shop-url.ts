import { escapeName, splitNames } from '#domain/name-list.ts'

/** The filters, search and page of the shop's URL: `/tienda?categoria=A,B&marca=X&buscar=…&pagina=2` (docs/product.md#shop). */
export type ShopState = { categories: string[]; brands: string[]; search: string; page: number }

export const EMPTY: ShopState = { categories: [], brands: [], search: '', page: 1 }

/** The server's limit. */
const MAX_SEARCH = 100

/**
 * A list is one parameter with commas or, when the form was sent before hydration, a parameter for each name. Both have the
 * names as {@link escapeName} writes them.
 */
export function readShop(params: URLSearchParams): ShopState {
  const list = (key: string) => [...new Set(params.getAll(key).flatMap(splitNames))]
  const page = Number(params.get('pagina') ?? 1)
  return {
    categories: list('categoria'),
    brands: list('marca'),
    search: (params.get('buscar') ?? '').trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** The shop's URL for a state; empty filters and page 1 are left out. */
export function shopUrl(pathname: string, { categories, brands, search, page }: ShopState): string {
  const list = (names: string[]) => names.map((name) => encodeURIComponent(escapeName(name))).join(',')
  const parameters = [
    categories.length > 0 && `categoria=${list(categories)}`,
    brands.length > 0 && `marca=${list(brands)}`,
    search && `buscar=${encodeURIComponent(search)}`,
    page > 1 && `pagina=${page}`,
  ].filter(Boolean)
  return parameters.length > 0 ? `${pathname}?${parameters.join('&')}` : pathname
}

/** Adds the name, or removes it if it is there. */
export const toggled = (names: string[], name: string) =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
