import { placedOrderUrl } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { MailContent } from '../../../mail/render-mail.ts'
import { customerMail, type MailedOrder, originOf } from './order-blocks.ts'

/** The mail to the customer about a prescription that the pharmacist couldn't accept. */
export function prescriptionRejected(
  order: MailedOrder,
  { orderId, reason }: { orderId: string; reason: string },
): MailContent {
  return customerMail(order, {
    subject: `Necesitamos otra receta para tu pedido N° ${order.number}`,
    preview: `No pudimos aceptar la que enviaste. ${reason}`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Un químico farmacéutico revisó la receta de tu pedido y no la pudo aceptar.`,
      },
      { type: 'facts', facts: [['Motivo', reason]] },
      { type: 'text', text: 'Envía otra para que podamos preparar tu pedido.' },
      ...originOf(order),
      // The linked page asks for the login.
      { type: 'button', label: 'Enviar otra receta', path: placedOrderUrl(orderId) },
      {
        type: 'note',
        text: `Si tienes dudas, o ya no quieres el pedido, escríbenos a ${store.email} y lo vemos contigo.`,
      },
    ],
  })
}
