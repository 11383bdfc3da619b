import type { Order } from '#contract/orders.ts'

export const lacksProof = ({ payment }: Order) => payment === ''
export const lacksPrescription = ({ prescription }: Order) => prescription.needed && !prescription.sent

/** What an order would be delivered without, in Spanish: 'sin comprobante de pago y sin receta'; nothing when it is complete. */
export const missingPapers = (order: Order): string =>
  [lacksProof(order) && 'sin comprobante de pago', lacksPrescription(order) && 'sin receta']
    .filter((part) => part !== false)
    .join(' y ')
