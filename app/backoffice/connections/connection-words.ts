import type { DeliveryError, WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts'
import type { Scope } from '#domain/scopes.ts'

/** The scopes of a key in words. */
export const SCOPE_WORDS: Record<Scope, { name: string; text: string }> = {
  'products:read': { name: 'Ver productos', text: 'Lee precios y stock, y los movimientos de stock.' },
  'products:write': { name: 'Cambiar precios', text: 'Cambia precios de venta y descuentos.' },
  'stock:write': { name: 'Cambiar stock', text: 'Suma, resta o reemplaza el stock.' },
  'orders:read': { name: 'Ver pedidos', text: 'Lee los pedidos, con los datos de cada cliente.' },
  'orders:write': { name: 'Cambiar pedidos', text: 'Marca pedidos como entregados o cancelados.' },
}

export const EVENT_WORDS: Record<WebhookDelivery['type'], { name: string; text: string }> = {
  'order.created': { name: 'Pedido nuevo', text: 'Alguien compró.' },
  'order.updated': {
    name: 'Cambio de un pedido',
    text: 'Se entregó, se canceló o volvió a quedar pendiente.',
  },
  'order.paid': { name: 'Pago de un pedido', text: 'Su pago llegó al banco.' },
  'order.shipment': { name: 'Envío de un pedido', text: 'Está listo para retiro, o va en camino.' },
  'product.stock': { name: 'Stock de un producto', text: 'Cambió, por la razón que sea.' },
  'stock.recalled': { name: 'Retiro de mercado', text: 'Un producto o lotes suyos se retiran de la venta.' },
  'import.finished': { name: 'Planilla guardada', text: 'Terminó una importación de productos.' },
  'webhook.test': { name: 'Prueba', text: '' },
} satisfies Record<WebhookEvent | 'webhook.test', { name: string; text: string }>

/** Why the last attempt failed, in words. */
export function failureWords({ error, lastStatus }: Pick<WebhookDelivery, 'error' | 'lastStatus'>): string {
  if (!error) return ''
  const words: Record<DeliveryError, string> = {
    address: 'La dirección no está permitida.',
    name: 'No se encontró el nombre.',
    connection: 'No se pudo conectar.',
    timeout: 'No respondió en 10 segundos.',
    answer: `Respondió ${lastStatus}.`,
    size: 'Respondió más de 64 kB.',
  }
  return words[error]
}
