import type { Order } from '#contract/orders.ts'

type Paid = Pick<Order, 'paid'>

/** Whether transfers pay the whole order. */
export const isPaid = ({ paid }: Paid) => paid !== null && paid.difference >= 0

/** Whether transfers pay a part of the order only. */
export const isPartlyPaid = ({ paid }: Paid) => paid !== null && paid.difference < 0

/** Whole pesos that are still due. */
export const dueOf = ({ total, paid }: Paid & Pick<Order, 'total'>) =>
  Math.max(0, Math.round(total) - (paid?.amount ?? 0))
