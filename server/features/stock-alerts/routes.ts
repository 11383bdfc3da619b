import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { isRobot } from '../../http/honeypot.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { askForAlert, stopAlerts } from './stock-alerts.ts'

const WAITING = { message: 'Te avisaremos por correo cuando llegue.', data: { waiting: true } }

/** The calls of the alerts for sold-out products (docs/shop.md#stock-alerts). */
export function stockAlertRoutes(serve: Serve, { database }: Services) {
  serve(stockAlertCalls.askForStockAlert, async ({ params, body, session }) => {
    const productId = requireId(params.id)
    if (isRobot(body)) return WAITING
    const userId = (await session())?.userId ?? null
    if (await askForAlert(database, { productId, email: body.email, userId })) return WAITING
    return { message: 'Este producto ya está disponible.', data: { waiting: false } }
  })

  serve(stockAlertCalls.stopStockAlerts, async ({ body }) => {
    await stopAlerts(database, body.token)
    return { message: 'Ya no te enviaremos avisos de productos.' }
  })
}
