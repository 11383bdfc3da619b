import { href } from 'react-router'
import { today } from '#contract/store-day.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { shipmentStates } from '#domain/shipment.ts'
import { defineList } from '../../listing/listing.ts'
import { choice, day } from '../../listing/url-state.ts'

/** The URL's word for today in place of a date, so that a saved view always means the current day. */
export const TODAY = 'hoy'

export const asDate = (day: string | undefined) => (day === TODAY ? today() : day)

export const ORDERS = defineList({
  path: href('/dashboard/deliveries'),
  filters: {
    status: choice('estado', orderStatuses),
    from: day('desde', TODAY),
    to: day('hasta', TODAY),
    proof: choice('comprobante', {
      missing: { word: 'falta', name: 'Sin comprobante' },
      unchecked: { word: 'por-revisar', name: 'Comprobante por revisar' },
      sent: { word: 'enviado', name: 'Comprobante enviado' },
    }),
    prescription: choice('receta', {
      missing: { word: 'falta', name: 'Falta la receta' },
      sent: { word: 'enviada', name: 'Receta enviada' },
      unreviewed: { word: 'por-revisar', name: 'Receta por revisar' },
      approved: { word: 'aprobada', name: 'Receta aprobada' },
      rejected: { word: 'rechazada', name: 'Receta rechazada' },
      'to-retain': { word: 'por-retener', name: 'Por retener' },
    }),
    paid: choice('pago', {
      paid: { word: 'pagado', name: 'Pagado' },
      'to-confirm': { word: 'por-confirmar', name: 'Por confirmar' },
      unpaid: { word: 'sin-pago', name: 'Sin pago' },
      difference: { word: 'diferencia', name: 'Con diferencia' },
      'proof-only': { word: 'sin-transferencia', name: 'Comprobante sin transferencia' },
    }),
    shipment: choice('entrega', {
      ...shipmentStates,
      'to-agree': { word: 'por-acordar', name: 'Entrega por acordar' },
    }),
    sort: {
      ...choice('orden', {
        oldest: { word: 'antiguos', name: 'Más antiguos' },
        total: { word: 'total', name: 'Mayor total' },
      }),
      narrows: false,
    },
  },
})
