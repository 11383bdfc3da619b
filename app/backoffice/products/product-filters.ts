import { href } from 'react-router'
import type { PRODUCT_SORTS } from '#contract/product-filters.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { defineList } from '../../listing/listing.ts'
import { choice, flag, type Param, text } from '../../listing/url-state.ts'

export type Sort = (typeof PRODUCT_SORTS)[number]
export type ProductOrder = { sort: Sort; direction: 'asc' | 'desc' }

export const BY_NAME: ProductOrder = { sort: 'name', direction: 'asc' }

export const SORTS: Readonly<Record<Sort, { word: string; name: string }>> = {
  name: { word: 'nombre', name: 'Producto' },
  barcode: { word: 'codigo', name: 'Código de barras' },
  category: { word: 'categoria', name: 'Categoría' },
  dcm: { word: 'dcm', name: 'DCM' },
  laboratory: { word: 'laboratorio', name: 'Laboratorio' },
  register: { word: 'registro', name: 'Registro sanitario' },
  price: { word: 'precio', name: 'Precio' },
  stock: { word: 'stock', name: 'Stock' },
}

const sorts = choice('orden', SORTS)

/** A sort column; a leading dash means descending: `?orden=-precio`. The order by name is the default and isn't written. */
const order: Param<ProductOrder> = {
  ...{ name: sorts.name, narrows: false },
  read: (text) => {
    const sort = sorts.read(text.replace(/^-/, ''))
    return sort && { sort, direction: text.startsWith('-') ? 'desc' : 'asc' }
  },
  write: ({ sort, direction }) =>
    direction === 'desc' ? `-${sorts.write(sort)}` : sort === 'name' ? '' : sorts.write(sort),
}

/** The staff's list of products. */
export const PRODUCTS = defineList({
  path: href('/dashboard/products'),
  filters: {
    category: text('categoria', 80),
    stock: choice('stock', {
      low: { word: 'bajo', name: `Stock bajo (${LOW_STOCK} o menos)` },
      none: { word: 'agotado', name: 'Sin existencias' },
    }),
    missing: choice('falta', {
      photo: { word: 'foto', name: 'Sin foto' },
      register: { word: 'registro', name: 'Sin registro' },
      dcm: { word: 'dcm', name: 'Sin DCM' },
      quantity: { word: 'cantidad', name: 'Sin cantidad' },
      price: { word: 'precio', name: 'Sin precio' },
    }),
    condition: choice('condicion', {
      held: { word: 'por-decidir', name: 'No se venden: por decidir' },
      direct: { word: 'directa', name: 'Venta directa' },
      simple: { word: 'simple', name: 'Receta simple' },
      retained: { word: 'retenida', name: 'Receta retenida' },
      check: { word: 'cheque', name: 'Receta cheque' },
      none: { word: 'ninguna', name: 'No es medicamento' },
      unknown: { word: 'desconocida', name: 'Por definir' },
    }),
    retired: flag('venta', 'retirados', true),
    /** The id of an import, for the products that it changed. */
    import: text('importacion', 80),
    order,
  },
})
