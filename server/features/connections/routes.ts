import { connectionCalls } from '#contract/connections.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { listDeliveries, sendDelivery } from './deliveries.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from './webhooks.ts'

/** The calls for the keys and webhooks of other systems. */
export function connectionRoutes(serve: Serve, { database, config }: Services) {
  serve(connectionCalls.createKey, async ({ body, actor }) => ({
    message: 'Copia la clave ahora: no se mostrará otra vez.',
    data: await createKey(database, body, actor),
  }))

  serve(connectionCalls.listKeys, ({ query }) => listKeys(database, query))

  serve(connectionCalls.revokeKey, async ({ params, actor }) => {
    await revokeKey(database, requireId(params.id), actor)
    return { message: 'La clave quedó revocada.' }
  })

  serve(webhookCalls.createWebhook, async ({ body, actor }) => ({
    message: 'Copia el secreto ahora: no se mostrará otra vez.',
    data: await createWebhook(database, body, { networks: config.webhookNetworks, actor }),
  }))

  serve(webhookCalls.listWebhooks, ({ query }) => listWebhooks(database, query))

  serve(webhookCalls.testWebhook, async ({ params, actor }) => {
    await testWebhook(database, requireId(params.id), actor)
    return { message: 'El aviso de prueba va en camino.' }
  })

  serve(webhookCalls.deleteWebhook, async ({ params, actor }) => {
    await deleteWebhook(database, requireId(params.id), actor)
    return { message: 'El webhook fue borrado.' }
  })

  serve(webhookCalls.listDeliveries, ({ params, query }) =>
    listDeliveries(database, requireId(params.id), query),
  )

  serve(webhookCalls.sendDelivery, async ({ params, actor }) => {
    const [webhookId, id] = [requireId(params.id), requireId(params.delivery)]
    await sendDelivery(database, { webhookId, id, actor })
    return { message: 'El aviso va en camino.' }
  })
}
