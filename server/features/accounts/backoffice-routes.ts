import { userCalls } from '#contract/users.ts'
import { requireId } from '../../http/refusal.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeRole } from './change-role.ts'
import { listUsers } from './list-users.ts'
import { presentUser } from './present.ts'

/** The administrators' calls for accounts. */
export function accountBackofficeRoutes(serve: Serve, { database }: Services) {
  serve(userCalls.listClients, async ({ query }) => {
    const { rows, total } = await listUsers(database, { ...query, role: 'Cliente' })
    return { data: rows.map(presentUser), total }
  })

  serve(userCalls.listUsers, async ({ query }) => {
    const { rows, total } = await listUsers(database, query)
    return { data: rows.map(presentUser), total }
  })

  serve(userCalls.updateRole, async ({ body, actor }) => {
    await changeRole(database, { userId: requireId(body.id), role: body.role, actor })
    return { message: 'Se actualizo el rol correctamente!' }
  })
}
