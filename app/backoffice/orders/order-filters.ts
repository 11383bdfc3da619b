import { href } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { today } from '#contract/store-day.ts'
import { ORDER_STATUSES, type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { knownWord, screenUrl } from '../../listing/screen-url.ts'
import { isDay } from '../day-filter.ts'

type OrderQuery = CallInput<Calls['listOrders']>['query']

/** Words of the URL, with their names on the screen and in the call. */
export const STATUSES = Object.fromEntries(
  ORDER_STATUSES.map((value) => [orderStatuses[value].word, { name: orderStatuses[value].name, value }]),
) as Record<(typeof orderStatuses)[OrderStatus]['word'], { name: string; value: OrderStatus }>
export const PROOFS = {
  falta: { name: 'Sin comprobante', value: 'missing' },
  'por-revisar': { name: 'Comprobante por revisar', value: 'unchecked' },
  enviado: { name: 'Comprobante enviado', value: 'sent' },
} as const
export const PRESCRIPTIONS = {
  falta: { name: 'Falta la receta', value: 'missing' },
  enviada: { name: 'Receta enviada', value: 'sent' },
  'por-revisar': { name: 'Receta por revisar', value: 'unreviewed' },
  aprobada: { name: 'Receta aprobada', value: 'approved' },
  rechazada: { name: 'Receta rechazada', value: 'rejected' },
  'por-retener': { name: 'Por retener', value: 'to-retain' },
} as const
export const PAYMENTS = {
  pagado: { name: 'Pagado', value: 'paid' },
  'por-confirmar': { name: 'Por confirmar', value: 'to-confirm' },
  'sin-pago': { name: 'Sin pago', value: 'unpaid' },
  diferencia: { name: 'Con diferencia', value: 'difference' },
  'sin-transferencia': { name: 'Comprobante sin transferencia', value: 'proof-only' },
} as const
export const SORTS = {
  antiguos: { name: 'Más antiguos', value: 'oldest' },
  total: { name: 'Mayor total', value: 'total' },
} as const

/** In place of a day: today, so that a saved view stays what it was. */
export const TODAY = 'hoy'

/** The filters as the URL has them; an empty value filters nothing. */
export type OrderFilters = {
  estado: keyof typeof STATUSES | ''
  desde: string
  hasta: string
  comprobante: keyof typeof PROOFS | ''
  receta: keyof typeof PRESCRIPTIONS | ''
  pago: keyof typeof PAYMENTS | ''
  orden: keyof typeof SORTS | ''
}
export const NO_FILTERS: OrderFilters = {
  ...{ estado: '', desde: '', hasta: '', comprobante: '', receta: '', pago: '', orden: '' },
}

const meaningOf = <Value>(words: Record<string, { value: Value }>, word: string) => words[word]?.value

const dayOrToday = (text: string | null) => (text && (text === TODAY || isDay(text)) ? text : '')

/** A day of the URL as a date, or empty. */
export const asDate = (day: string) => (day === TODAY ? today() : day)

/** Reads the URL, for the screen (`filters`) and for the call (`query`); what makes no sense in it counts as absent. */
export function readOrderFilters(params: URLSearchParams): { filters: OrderFilters; query: OrderQuery } {
  const filters: OrderFilters = {
    estado: knownWord(STATUSES, params.get('estado')),
    desde: dayOrToday(params.get('desde')),
    hasta: dayOrToday(params.get('hasta')),
    comprobante: knownWord(PROOFS, params.get('comprobante')),
    receta: knownWord(PRESCRIPTIONS, params.get('receta')),
    pago: knownWord(PAYMENTS, params.get('pago')),
    orden: knownWord(SORTS, params.get('orden')),
  }
  return {
    filters,
    query: {
      status: meaningOf(STATUSES, filters.estado),
      from: asDate(filters.desde) || undefined,
      to: asDate(filters.hasta) || undefined,
      proof: meaningOf(PROOFS, filters.comprobante),
      prescription: meaningOf(PRESCRIPTIONS, filters.receta),
      paid: meaningOf(PAYMENTS, filters.pago),
      sort: meaningOf(SORTS, filters.orden),
    },
  }
}

/** The URL of the orders with these filters, or with a search. */
export const ordersUrl = (filters: Partial<OrderFilters> & { buscar?: string }) =>
  screenUrl(href('/dashboard/deliveries'), filters)

/** The chips above the list, each with the filters that it sets. */
export const CHIPS: readonly { name: string; filters: Partial<OrderFilters> }[] = [
  { name: 'Todos', filters: {} },
  { name: 'De hoy', filters: { desde: TODAY, hasta: TODAY } },
  { name: 'Pendientes', filters: { estado: 'pendiente' } },
  { name: 'Por revisar', filters: { comprobante: 'por-revisar' } },
  { name: 'Sin comprobante', filters: { comprobante: 'falta' } },
  { name: 'Falta la receta', filters: { receta: 'falta' } },
  { name: 'Receta por revisar', filters: { receta: 'por-revisar' } },
  { name: 'Por retener', filters: { receta: 'por-retener' } },
]
