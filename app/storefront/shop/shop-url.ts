import { escapeName, MAX_NAMES, splitNames } from '#domain/name-list.ts'
import { ORDERS, orderNames, type ShopOrder, SWITCHES, type Switch, switchNames } from './shop-filters.ts'
import { CATEGORY_PARAMETER, SEARCH_PARAMETER, SWITCHES_PARAMETER } from './shop-links.ts'

/**
 * The filters, search, order and page of the shop's URL (docs/product.md#shop):
 * `/tienda?categoria=A,B&marca=X&solo=oferta&desde=1000&hasta=5000&buscar=…&orden=precio&pagina=2`.
 */
export type ShopState = {
  categories: string[]
  brands: string[]
  /** The URL has more names than a filter takes; that filter then has none. */
  tooMany?: true
  search: string
  /** Without correction of misspelled words. */
  exact?: boolean
  page: number
  switches: Switch[]
  /** Pesos. */
  minPrice: number | null
  maxPrice: number | null
  /** Null: by relevance with a search, else by name. */
  order: ShopOrder | null
}

export const EMPTY: ShopState = {
  categories: [],
  brands: [],
  search: '',
  page: 1,
  switches: [],
  minPrice: null,
  maxPrice: null,
  order: null,
}

/** The parameters that {@link readShop} reads. */
export const SHOP_PARAMETERS = [
  CATEGORY_PARAMETER,
  'marca',
  SWITCHES_PARAMETER,
  'desde',
  'hasta',
  SEARCH_PARAMETER,
  'exacta',
  'orden',
  'pagina',
] as const

/** The server's limits. */
const MAX_SEARCH = 100
const MAX_PRICE = 100_000_000

/** The order in which the list is shown. */
export const orderOf = ({ order, search }: ShopState): ShopOrder =>
  order && (order !== 'relevance' || search) ? order : search ? 'relevance' : 'name'

/** Pesos as people write them, `$1.990`; null without a digit. */
export function readPrice(text: string): number | null {
  const digits = text.replace(/,\d*$/, '').replace(/\D/g, '')
  return digits ? Math.min(Number(digits), MAX_PRICE) : null
}

/** A text as a page can show it: NUL and half of an emoji are replaced, as browsers do. */
const shown = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/**
 * A list is one parameter with commas or, when the form was sent before hydration, a parameter for each name. Both have the
 * names as {@link escapeName} writes them.
 */
export function readShop(params: URLSearchParams): ShopState {
  const list = (key: string) => [...new Set(params.getAll(key).map(shown).flatMap(splitNames))]
  const page = Number(params.get('pagina') ?? 1)
  const only = list(SWITCHES_PARAMETER)
  const [categories, brands] = [list(CATEGORY_PARAMETER), list('marca')]
  const isTooLong = (names: string[]) => names.length > MAX_NAMES
  return {
    categories: isTooLong(categories) ? [] : categories,
    brands: isTooLong(brands) ? [] : brands,
    ...((isTooLong(categories) || isTooLong(brands)) && { tooMany: true }),
    search: shown((params.get(SEARCH_PARAMETER) ?? '').trim().slice(0, MAX_SEARCH)),
    ...(params.get('exacta') === '1' && { exact: true }),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    switches: switchNames.filter((name) => only.includes(SWITCHES[name].word)),
    minPrice: readPrice(params.get('desde') ?? ''),
    maxPrice: readPrice(params.get('hasta') ?? ''),
    order: orderNames.find((name) => ORDERS[name].word === params.get('orden')) ?? null,
  }
}

/** The shop's URL for a state; empty filters, page 1 and the order that a list has anyway are left out. */
export function shopUrl(pathname: string, state: ShopState): string {
  const { categories, brands, search, exact, page, switches, minPrice, maxPrice } = state
  const list = (names: string[]) => names.map((name) => encodeURIComponent(escapeName(name))).join(',')
  const order = orderOf(state)
  const parameters = [
    categories.length > 0 && `${CATEGORY_PARAMETER}=${list(categories)}`,
    brands.length > 0 && `marca=${list(brands)}`,
    switches.length > 0 && `${SWITCHES_PARAMETER}=${switches.map((name) => SWITCHES[name].word).join(',')}`,
    minPrice !== null && `desde=${minPrice}`,
    maxPrice !== null && `hasta=${maxPrice}`,
    search && `${SEARCH_PARAMETER}=${encodeURIComponent(search)}`,
    search && exact && 'exacta=1',
    order !== orderOf({ ...state, order: null }) && `orden=${ORDERS[order].word}`,
    page > 1 && `pagina=${page}`,
  ].filter(Boolean)
  return parameters.length > 0 ? `${pathname}?${parameters.join('&')}` : pathname
}

/** Adds the name, or removes it if it is there. */
export const toggled = <Name extends string>(names: Name[], name: Name): Name[] =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
