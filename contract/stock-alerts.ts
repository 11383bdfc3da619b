import { z } from 'zod'
import { defineCall } from './call.ts'
import { email, message, REQUIRED } from './fields.ts'
import { honeypot } from './requests.ts'

/** The form of a sold-out product. */
export const stockAlertBody = z.object({
  email: email(REQUIRED, 'El correo ingresado no es valido.'),
  ...honeypot,
})

export const stockAlertCalls = {
  askForStockAlert: defineCall('POST /products/:id/stock-alert', {
    access: 'everyone',
    summary:
      'Asks for one mail when a sold-out product is back. The answer is the same whether the address waits already.',
    body: stockAlertBody,
    answer: message.extend({
      /** False when the product is in stock, so that nobody has to wait. */
      data: z.object({ waiting: z.boolean() }),
    }),
    limit: 'alerts',
  }),
  stopStockAlerts: defineCall('POST /products/stock-alerts/stop', {
    access: 'everyone',
    summary: 'Ends all alerts of an address, with the token of the link in one of their mails.',
    body: z.object({ token: z.string().max(200) }),
    answer: message,
    errors: ['DEAD_LINK'],
  }),
}
