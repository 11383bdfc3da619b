import { z } from 'zod'
import { defineCall } from './call.ts'
import { list, message, pageQuery, requiredText } from './fields.ts'

/** Webhooks: addresses of other systems that get the shop's events. */

export const WEBHOOK_EVENTS = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.shipment',
  'product.stock',
  'stock.recalled',
  'import.finished',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/**
 * Why an attempt failed. `address`: not allowed, or no longer; `name`: the name has no address; `answer`: a status other than 2xx; `size`:
 * the answer was too large.
 */
export const DELIVERY_ERRORS = ['address', 'name', 'connection', 'timeout', 'answer', 'size'] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

const INVALID_URL = 'Escribe una dirección https:// completa.'
export const ADDRESS_NOT_ALLOWED =
  'Esta dirección no está permitida: las redes privadas y http:// necesitan el permiso de WEBHOOK_NETWORKS.'
export const NAME_NOT_FOUND =
  'No encontramos el nombre de esta dirección. Revísalo, o intenta nuevamente en un momento.'

const url = requiredText(2_000).refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  const isNamed = /[^.]/.test(hostname)
  return ['https:', 'http:'].includes(protocol) && isNamed && username === '' && password === ''
}, INVALID_URL)

export const webhookBody = z.object({
  url,
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Elige al menos un aviso.')
    .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event))),
})

export const webhookSchema = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** ISO instant. */
  createdAt: z.string(),
  /** Numbers of deliveries that wait, and that were given up in the last 30 days. */
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.infer<typeof webhookSchema>

const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

export const deliverySchema = z.object({
  _id: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** The HTTP status of the last answer; null without an answer. */
  lastStatus: z.int().nullable(),
  /** ISO instant of the event. */
  at: z.string(),
  /** Why the last attempt failed; absent when it didn't. */
  error: z.enum(DELIVERY_ERRORS).optional(),
})
export type WebhookDelivery = z.infer<typeof deliverySchema>

const deliveryFilter = pageQuery.extend({ status: z.enum(DELIVERY_STATUSES).optional() })
export type WebhookDeliveryFilter = z.output<typeof deliveryFilter>

export const webhookCalls = {
  createWebhook: defineCall('POST /connections/webhooks', {
    guarded: true,
    summary:
      'Sends the chosen events to an address from now on. Only this answer has the secret that signs them.',
    body: webhookBody,
    answer: message.extend({ data: z.object({ _id: z.string(), secret: z.string() }) }),
    status: 201,
  }),
  listWebhooks: defineCall('GET /connections/webhooks', {
    summary: 'Lists the webhooks, those with failed deliveries first, then the newest.',
    query: pageQuery,
    answer: list(webhookSchema),
  }),
  testWebhook: defineCall('POST /connections/webhooks/:id/test', {
    summary: 'Sends the event webhook.test.',
    answer: message,
  }),
  deleteWebhook: defineCall('POST /connections/webhooks/:id/delete', {
    summary: 'Deletes a webhook with its deliveries, also those that wait.',
    answer: message,
  }),
  listDeliveries: defineCall('GET /connections/webhooks/:id/deliveries', {
    summary: 'Lists the events of a webhook, newest first; delivered ones for 30 days.',
    query: deliveryFilter,
    answer: list(deliverySchema),
  }),
  sendDelivery: defineCall('POST /connections/webhooks/:id/deliveries/:delivery/send', {
    summary: 'Sends an event again, with the same webhook-id.',
    answer: message,
  }),
}
