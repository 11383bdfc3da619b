import { href } from 'react-router'
import type { MISSING_FILTERS, STOCK_FILTERS } from '#contract/product-filters.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { knownWord, screenUrl } from '../../listing/screen-url.ts'

/** Words of the URL, with their names on the screen and in the call. */
export const STOCKS = {
  bajo: { filter: 'low', name: `Stock bajo (${LOW_STOCK} o menos)` },
  agotado: { filter: 'none', name: 'Sin existencias' },
} as const satisfies Record<string, { filter: (typeof STOCK_FILTERS)[number]; name: string }>
export const GAPS = {
  foto: { filter: 'photo', name: 'Sin foto' },
  registro: { filter: 'register', name: 'Sin registro' },
  dcm: { filter: 'dcm', name: 'Sin DCM' },
  cantidad: { filter: 'quantity', name: 'Sin cantidad' },
  precio: { filter: 'price', name: 'Sin precio' },
} as const satisfies Record<string, { filter: (typeof MISSING_FILTERS)[number]; name: string }>
export const CONDITIONS = {
  'por-decidir': { filter: 'held', name: 'No se venden: por decidir' },
  directa: { filter: 'direct', name: 'Venta directa' },
  simple: { filter: 'simple', name: 'Receta simple' },
  retenida: { filter: 'retained', name: 'Receta retenida' },
  cheque: { filter: 'check', name: 'Receta cheque' },
  ninguna: { filter: 'none', name: 'No es medicamento' },
  desconocida: { filter: 'unknown', name: 'Por definir' },
} as const satisfies Record<string, { filter: SaleCondition | 'held'; name: string }>
/** The value of `venta` that shows retired products. */
export const RETIRED = 'retirados'

/** The filters as the URL has them; an empty value filters nothing. */
export type ProductFiltersState = {
  categoria: string
  stock: keyof typeof STOCKS | ''
  falta: keyof typeof GAPS | ''
  condicion: keyof typeof CONDITIONS | ''
  venta: typeof RETIRED | ''
  /** The id of an import, for the products that it changed. */
  importacion: string
}

/** Reads the filters from the URL, for the screen (`state`) and for the call (`query`). */
export function readFilters(params: URLSearchParams) {
  const state: ProductFiltersState = {
    categoria: (params.get('categoria') ?? '').slice(0, 80),
    stock: knownWord(STOCKS, params.get('stock')),
    falta: knownWord(GAPS, params.get('falta')),
    condicion: knownWord(CONDITIONS, params.get('condicion')),
    venta: params.get('venta') === RETIRED ? RETIRED : '',
    importacion: (params.get('importacion') ?? '').slice(0, 80),
  }
  return {
    state,
    query: {
      category: state.categoria,
      stock: state.stock ? STOCKS[state.stock].filter : undefined,
      missing: state.falta ? GAPS[state.falta].filter : undefined,
      condition: state.condicion ? CONDITIONS[state.condicion].filter : undefined,
      retired: state.venta === RETIRED || undefined,
      import: state.importacion || undefined,
    },
  }
}

/** The URL of the product list with these filters. */
export const productsUrl = (filters: Partial<ProductFiltersState>) =>
  screenUrl(href('/dashboard/products'), filters)
