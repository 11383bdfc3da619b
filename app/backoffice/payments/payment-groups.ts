import { href } from 'react-router'
import type { Payment, PaymentState } from '#contract/payments.ts'
import { defineList } from '../../listing/listing.ts'
import { choice, text } from '../../listing/url-state.ts'

/** The groups of the screen 'Pagos' as the URL has them (`grupo`). */
export const GROUPS = {
  seguros: { name: 'Seguros', state: 'sure' },
  'por-decidir': { name: 'Por decidir', state: 'proposed' },
  'sin-pedido': { name: 'Sin pedido', state: 'unknown' },
  asignados: { name: 'Asignados', state: 'matched' },
  apartados: { name: 'Apartados', state: 'aside' },
  devoluciones: { name: 'Devoluciones', state: null },
} as const satisfies Record<string, { name: string; state: PaymentState | null }>
export type Group = keyof typeof GROUPS

/** The groups of transfers that wait for a decision, in the order in which they are decided. */
export const WAITING_GROUPS: readonly Group[] = ['seguros', 'por-decidir', 'sin-pedido']

/** The number of transfers in each waiting group, and of orders whose money is still to be given back; 0 for other groups. */
export type Counts = Record<Group, number>

/** The lists of the screen. Without a group the first group that has something to decide is shown. */
export const PAYMENTS = defineList({
  path: href('/dashboard/payments'),
  views: false,
  // Neither narrows the list: an empty list of a group or statement then offers the next step, not to clear filters.
  filters: {
    group: { ...choice<Group>('grupo', GROUPS), narrows: false },
    statement: { ...text('cartola', 100), narrows: false },
  },
})

export const firstWaiting = (counts: Counts): Group =>
  WAITING_GROUPS.find((group) => counts[group] > 0) ?? 'por-decidir'

/** Whether a transfer waits, is matched or put aside. */
export const stageOf = ({ state }: Pick<Payment, 'state'>) =>
  state === 'matched' || state === 'aside' ? state : 'waiting'
