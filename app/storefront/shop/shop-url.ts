import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Facets, SHOP_ORDERS } from '#contract/products.ts'
import { joinNames, MAX_NAMES, splitNames } from '#domain/name-list.ts'
import {
  choice,
  choices,
  flag,
  type Options,
  type Param,
  page,
  readState,
  type State,
  search,
  shownText,
  urlOf,
  writeState,
} from '../../listing/url-state.ts'
import { CATEGORY_PARAMETER, ON_SALE, SEARCH_PARAMETER, SWITCHES_PARAMETER } from './shop-links.ts'

export type Switch = Exclude<keyof Facets, 'price' | 'categories' | 'laboratories'>
export type ShopOrder = (typeof SHOP_ORDERS)[number]

export const SWITCHES: Options<Switch> = {
  inStock: { word: 'existencias', name: 'Disponibles' },
  onSale: { word: ON_SALE, name: 'En oferta' },
  bioequivalent: { word: 'bioequivalente', name: 'Bioequivalente' },
  generic: { word: 'generico', name: 'Genérico' },
  noPrescription: { word: 'sin-receta', name: 'Venta libre (sin receta)' },
}

export const ORDERS: Options<ShopOrder> = {
  relevance: { word: 'relevancia', name: 'Relevancia' },
  name: { word: 'nombre', name: 'Nombre' },
  price: { word: 'precio', name: 'Precio' },
  unitPrice: { word: 'unidad', name: 'Precio por unidad' },
  discount: { word: 'descuento', name: 'Descuento' },
}

const namesIn = (text: string) => [...new Set(splitNames(shownText(text)))]

/** A URL parameter with names of the catalogue; more than MAX_NAMES count as absent. */
const names = (name: string): Param<string[]> => ({
  ...{ name, many: true, write: joinNames },
  read: (text) => {
    const found = namesIn(text)
    return found.length > MAX_NAMES ? undefined : found
  },
})

/** The server's limit, in pesos. */
const MAX_PRICE = 100_000_000

/** Pesos as people write them, `$1.990`; undefined without a digit. */
export function readPrice(text: string): number | undefined {
  const digits = text.replace(/,\d*$/, '').replace(/\D/g, '')
  return digits ? Math.min(Number(digits), MAX_PRICE) : undefined
}
const price = (name: string): Param<number> => ({ name, read: readPrice, write: String })

/**
 * The filters, search, order and page of the shop's URL:
 * `/tienda?categoria=A,B&marca=X&solo=oferta&desde=1000&hasta=5000&buscar=…&orden=precio&pagina=2`.
 */
export const SHOP = {
  categories: names(CATEGORY_PARAMETER),
  brands: names('marca'),
  switches: choices(SWITCHES_PARAMETER, SWITCHES),
  minPrice: price('desde'),
  maxPrice: price('hasta'),
  search: search(SEARCH_PARAMETER),
  /** Without correction of misspelled words. */
  exact: flag('exacta', '1', true),
  /** Absent: by relevance with a search, else by name. */
  order: choice('orden', ORDERS),
  page: page(),
}

const NONE = {
  ...{ categories: [] as string[], brands: [] as string[], switches: [] as Switch[] },
  ...{ search: '', page: 1 },
}
export type ShopState = Partial<State<typeof SHOP>> &
  typeof NONE & {
    /** The URL has more names than a filter takes; that filter then has none. */
    tooMany?: true
  }

export const EMPTY: ShopState = NONE

export const orderOf = ({ order, search }: ShopState): ShopOrder =>
  order && (order !== 'relevance' || search) ? order : search ? 'relevance' : 'name'

export function readShop(params: URLSearchParams): ShopState {
  const read = Object.entries(readState(SHOP, params)).filter(([, value]) => value !== undefined)
  const tooMany = [SHOP.categories, SHOP.brands].some(
    ({ name }) => namesIn(params.getAll(name).join()).length > MAX_NAMES,
  )
  return { ...EMPTY, ...Object.fromEntries(read), ...(tooMany && { tooMany }) }
}

/** The shop's URL for a state; empty filters, page 1 and the default order are left out. */
export function shopUrl(pathname: string, { tooMany: _, ...state }: ShopState): string {
  const order = orderOf(state)
  return urlOf(
    pathname,
    writeState(SHOP, {
      ...state,
      exact: state.search && state.exact ? true : undefined,
      order: order === orderOf({ ...state, order: undefined }) ? undefined : order,
    }),
  )
}

export const toggled = <Name extends string>(names: Name[], name: Name): Name[] =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name]

export type Understood = Pick<CallAnswer<Calls['listShop']>['data'], 'corrected' | 'brand' | 'without'>

/** A line above the products that names a missing brand and the words left out; empty for a search as typed. */
export function searchNote({ brand, without = [] }: Understood): string {
  const others = brand?.combined ? 'con uno de sus principios activos' : 'con el mismo principio activo'
  const instead = brand ? `No tenemos ${brand.name}; ${others}` : ''
  const shortened = without.length > 0 ? `in ${without.map((word) => `«${word}»`).join(' ni ')}:` : ''
  if (!shortened) return instead && `${instead}:`
  return instead ? `${instead}, s${shortened}` : `S${shortened}`
}
