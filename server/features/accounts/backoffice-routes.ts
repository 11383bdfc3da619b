import { staffCalls } from '#contract/staff.ts'
import { userCalls } from '#contract/users.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { changeRole } from './change-role.ts'
import { disableAccount, enableAccount } from './disable-account.ts'
import { inviteStaff, resendInvitation } from './invite-staff.ts'
import { listClients, listUsers } from './users.ts'

/** The administrators' calls for accounts. */
export function accountBackofficeRoutes(serve: Serve, { database }: Services) {
  serve(userCalls.listClients, ({ query }) => listClients(database, query))

  serve(userCalls.listUsers, ({ query }) => listUsers(database, query))

  serve(userCalls.updateRole, async ({ body, actor }) => {
    await changeRole(database, { userId: requireId(body.id), role: body.role, actor })
    return { message: 'Se actualizo el rol correctamente!' }
  })

  serve(staffCalls.inviteStaff, async ({ body, actor }) => {
    await inviteStaff(database, { ...body, actor })
    return { message: `Le enviamos una invitación a ${body.email}.` }
  })

  serve(staffCalls.resendInvitation, async ({ params, actor }) => {
    await resendInvitation(database, { userId: requireId(params.id), actor })
    return { message: 'Enviamos la invitación otra vez. El enlace anterior ya no sirve.' }
  })

  serve(staffCalls.setAccountDisabled, async ({ params, body: { disabled }, actor }) => {
    const id = requireId(params.id)
    await (disabled ? disableAccount : enableAccount)(database, id, actor)
    return { message: disabled ? 'La cuenta fue deshabilitada.' : 'La cuenta fue habilitada.' }
  })
}
