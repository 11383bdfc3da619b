import { reminderCalls } from '#contract/reminders.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { cancelReminder, cancelReminders, setReminder } from './order-reminders.ts'

/** The calls for reminders of orders, which only the order's customer may make, no administrator. */
export function reminderRoutes(serve: Serve, { database }: Services) {
  serve(reminderCalls.setReminder, async ({ params, body, session: { userId } }) => {
    const day = await setReminder(database, { orderId: requireId(params.id), userId, days: body.days })
    return { message: `Te enviaremos un correo el ${day}.` }
  })

  serve(reminderCalls.cancelReminder, async ({ params, session: { userId } }) => {
    await cancelReminder(database, { orderId: requireId(params.id), userId })
    return { message: 'Ya no te recordaremos este pedido.' }
  })

  serve(reminderCalls.cancelReminders, async ({ params }) => {
    await cancelReminders(database, params.token)
    return { message: 'No te enviaremos más recordatorios de tus pedidos.' }
  })
}
