/** Spanish names of the causes of a stock change. */
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
  receipt: 'Recepción',
  'receipt-undo': 'Recepción deshecha',
  lots: 'Lotes del producto',
  'order-lots': 'Lotes de un pedido',
  'write-off': 'Baja de vencidos',
  recall: 'Retiro de mercado',
  'recall-lift': 'Retiro levantado',
  other: 'Otro cambio',
} as const
export type StockCause = keyof typeof STOCK_CAUSE_NAMES
