/**
 * The states of an order's way to the customer (docs/checkout-and-orders.md#shipments). They stand beside the order's status: an order on its way is
 * still pending until it is handed over.
 */
const STATES = {
  waiting: {
    name: 'Por preparar',
    several: 'Por preparar',
    word: 'por-preparar',
    tone: 'neutral',
    step: { name: 'Vuelve a prepararse', icon: 'clock' },
  },
  ready: {
    name: 'Listo para retiro',
    several: 'Listos para retiro',
    word: 'listo',
    tone: 'green',
    step: { name: 'Listo para retiro', icon: 'box' },
  },
  sent: {
    name: 'Despachado',
    several: 'Despachados',
    word: 'despachado',
    tone: 'green',
    step: { name: 'En camino', icon: 'truck' },
  },
} as const

export type ShipmentState = keyof typeof STATES
export const SHIPMENT_STATES = Object.keys(STATES) as ShipmentState[]

/** The declaration of each state: its name for staff, of one order and of several, its word in URLs, the customer's step of the timeline. */
export const shipmentStates: Readonly<Record<ShipmentState, (typeof STATES)[ShipmentState]>> = STATES

/** The courier's page of a parcel, or undefined where it has none. */
export function trackingUrl(
  couriers: readonly { name: string; link: string }[] | undefined,
  { courier, tracking }: { courier: string; tracking: string },
): string | undefined {
  const link = couriers?.find(({ name }) => name === courier)?.link
  return link && tracking ? link.replace('{tracking}', () => encodeURIComponent(tracking)) : undefined
}
