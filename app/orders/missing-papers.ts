import type { Order } from '#contract/orders.ts'

export const lacksProof = ({ payment }: Order) => payment === ''
export const lacksPrescription = ({ prescription }: Order) => prescription.needed && !prescription.sent

/** The Spanish words for the missing papers of an order: 'sin comprobante de pago y sin receta'; empty when none is missing. */
export const missingPapers = (order: Order): string =>
  [lacksProof(order) && 'sin comprobante de pago', lacksPrescription(order) && 'sin receta']
    .filter((part) => part !== false)
    .join(' y ')
