import type { PRODUCT_SORTS } from '#contract/product-filters.ts'
import { LISTING } from '../../../listing/load-listing.ts'

type Sort = (typeof PRODUCT_SORTS)[number]

/** The columns to sort by, as the URL has them. Descending orders have a dash in front: `?orden=-precio`. */
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

/** The order of the list; by name for what the URL doesn't say, or says wrong. */
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

/** The order as the URL has it; empty for the usual one. */
export const orderParam = ({ by, descending }: ProductOrder) =>
  descending ? `-${by}` : by === 'nombre' ? '' : by
