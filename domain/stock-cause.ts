/** Spanish names of the causes of a stock change (docs/product.md#stock-movements). */
export const STOCK_CAUSE_NAMES = {
  opening: 'Stock inicial',
  sale: 'Venta',
  cancellation: 'Pedido cancelado',
  reopening: 'Pedido reactivado',
  form: 'Formulario',
  count: 'Conteo',
  arrival: 'Reposición',
  connection: 'Sistema conectado',
  import: 'Importación',
  undo: 'Importación deshecha',
  other: 'Otro cambio',
} as const
export type StockCause = keyof typeof STOCK_CAUSE_NAMES
