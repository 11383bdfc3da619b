/**
 * The states of an order's way to the customer (docs/product.md#shipments). They stand beside the order's status: an order on its way is
 * still pending until it is handed over.
 */
const STATES = {
  waiting: {
    name: 'Por preparar',
    word: 'por-preparar',
    tone: 'neutral',
    step: { name: 'Vuelve a prepararse', icon: 'clock' },
  },
  ready: {
    name: 'Listo para retiro',
    word: 'listo',
    tone: 'green',
    step: { name: 'Listo para retiro', icon: 'box' },
  },
  sent: {
    name: 'Despachado',
    word: 'despachado',
    tone: 'green',
    step: { name: 'En camino', icon: 'truck' },
  },
} as const

export type ShipmentState = keyof typeof STATES
export const SHIPMENT_STATES = Object.keys(STATES) as ShipmentState[]
