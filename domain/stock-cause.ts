/** Why a product's stock changed, as people read it (docs/product.md#stock-movements). */
export const STOCK_CAUSE_NAMES = {
  opening: 'Stock inicial',
  sale: 'Venta',
  cancellation: 'Pedido cancelado',
  reopening: 'Pedido reactivado',
  form: 'Formulario',
  count: 'Conteo',
  import: 'Importación',
  undo: 'Importación deshecha',
  other: 'Otro cambio',
} as const
export type StockCause = keyof typeof STOCK_CAUSE_NAMES
