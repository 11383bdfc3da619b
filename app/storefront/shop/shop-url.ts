/** What the shop shows, as its URL says: `/tienda?categoria=A,B&marca=X&buscar=…&pagina=2` (design §2.5). */
export type ShopState = { categories: string[]; brands: string[]; search: string; page: number }

export const EMPTY: ShopState = { categories: [], brands: [], search: '', page: 1 }

/** As long as the server's own limit. */
const MAX_SEARCH = 100

/** Lists come as one comma list or, from the form before any script has run, as a parameter for each name. */
export function readShop(params: URLSearchParams): ShopState {
  const list = (key: string) => [
    ...new Set(
      params
        .getAll(key)
        .flatMap((value) => value.split(','))
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ]
  const page = Number(params.get('pagina') ?? 1)
  return {
    categories: list('categoria'),
    brands: list('marca'),
    search: (params.get('buscar') ?? '').trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** The address of a state of the shop; what is empty or first stays out of it. */
export function shopHref(pathname: string, { categories, brands, search, page }: ShopState): string {
  const list = (names: string[]) => names.map(encodeURIComponent).join(',')
  const given = [
    categories.length > 0 && `categoria=${list(categories)}`,
    brands.length > 0 && `marca=${list(brands)}`,
    search && `buscar=${encodeURIComponent(search)}`,
    page > 1 && `pagina=${page}`,
  ].filter(Boolean)
  return given.length > 0 ? `${pathname}?${given.join('&')}` : pathname
}

/** The names with this one added, or without it when it was there. */
export const toggled = (names: string[], name: string) =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
