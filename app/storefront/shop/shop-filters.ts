import type { Facets, SHOP_ORDERS } from '#contract/shop-query.ts'
import { ON_SALE } from './shop-links.ts'

export type Switch = Exclude<keyof Facets, 'price' | 'categories' | 'laboratories'>
export type ShopOrder = (typeof SHOP_ORDERS)[number]

/** The filters that are on or off: the word in the URL's parameter `solo`, and the words on the screen. */
export const SWITCHES: Record<Switch, { word: string; label: string }> = {
  inStock: { word: 'existencias', label: 'Con existencias' },
  onSale: { word: ON_SALE, label: 'En oferta' },
  bioequivalent: { word: 'bioequivalente', label: 'Bioequivalente' },
  generic: { word: 'generico', label: 'Genérico' },
  noPrescription: { word: 'sin-receta', label: 'Venta libre (sin receta)' },
}
export const switchNames = Object.keys(SWITCHES) as Switch[]

/** The orders: the word in the URL's parameter `orden`, and the word on the screen. */
export const ORDERS: Record<ShopOrder, { word: string; label: string }> = {
  relevance: { word: 'relevancia', label: 'Relevancia' },
  name: { word: 'nombre', label: 'Nombre' },
  price: { word: 'precio', label: 'Precio' },
  unitPrice: { word: 'unidad', label: 'Precio por unidad' },
  discount: { word: 'descuento', label: 'Descuento' },
}
export const orderNames = Object.keys(ORDERS) as ShopOrder[]
