import type { PRODUCT_SORTS } from '#contract/product-filters.ts'
import { LISTING } from '../../../listing/load-listing.ts'

type Sort = (typeof PRODUCT_SORTS)[number]

/** The sort columns by their name in the URL. A leading dash means descending: `?orden=-precio`. */
export const SORTS: Record<string, { sort: Sort; name: string }> = {
  nombre: { sort: 'name', name: 'Producto' },
  codigo: { sort: 'barcode', name: 'Código de barras' },
  categoria: { sort: 'category', name: 'Categoría' },
  dcm: { sort: 'dcm', name: 'DCM' },
  laboratorio: { sort: 'laboratory', name: 'Laboratorio' },
  registro: { sort: 'register', name: 'Registro sanitario' },
  precio: { sort: 'price', name: 'Precio' },
  stock: { sort: 'stock', name: 'Stock' },
}

export type ProductOrder = { by: string; descending: boolean }

/** Reads the list's order from the URL; by name if the parameter is absent or invalid. */
export function readOrder(params: URLSearchParams) {
  const text = params.get(LISTING.order ?? '') ?? ''
  const asked = text.replace(/^-/, '')
  const by = Object.hasOwn(SORTS, asked) ? asked : 'nombre'
  const descending = by === asked && text.startsWith('-')
  return {
    order: { by, descending } satisfies ProductOrder,
    query: { sort: SORTS[by]!.sort, direction: descending ? ('desc' as const) : ('asc' as const) },
  }
}

/** The order as a URL parameter; empty for the default order. */
export const orderParam = ({ by, descending }: ProductOrder) =>
  descending ? `-${by}` : by === 'nombre' ? '' : by
