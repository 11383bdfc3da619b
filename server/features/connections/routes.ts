import { connectionCalls } from '#contract/connections.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'

/** The calls for the keys of other systems. */
export function connectionRoutes(serve: Serve, { database }: Services) {
  serve(connectionCalls.createKey, async ({ body, actor }) => ({
    message: 'Copia la clave ahora: no se mostrará otra vez.',
    data: await createKey(database, body, actor),
  }))

  serve(connectionCalls.listKeys, ({ query }) => listKeys(database, query))

  serve(connectionCalls.revokeKey, async ({ params, actor }) => {
    await revokeKey(database, requireId(params.id), actor)
    return { message: 'La clave quedó revocada.' }
  })
}
