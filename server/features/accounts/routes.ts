import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { requireOwner } from '../../http/access.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { logIn } from './log-in.ts'
import { presentUser } from './present.ts'
import { findUser } from './queries.ts'
import { registerClient } from './register-client.ts'
import { requestRecovery } from './request-recovery.ts'
import { resetPassword } from './reset-password.ts'

export function accountRoutes(serve: Serve, { database }: Services) {
  serve(userCalls.createClient, async ({ body, attempt }) => {
    await countAttempt(database, 'register', { ...attempt, account: body.email })
    await registerClient(database, body)
    return { message: 'Tu cuenta fue creada. Ya puedes iniciar sesión.' }
  })

  serve(userCalls.login, ({ body, attempt }) => logIn(database, { ...body, attempt }))

  serve(userCalls.adminLogin, ({ body, attempt }) => logIn(database, { ...body, attempt, staffOnly: true }))

  serve(userCalls.findUser, async ({ params, session }) => {
    const id = requireId(params.id)
    requireOwner(session, id)
    const user = await findUser(database, id)
    if (!user) throw new Refusal('NOT_FOUND')
    return { data: presentUser(user) }
  })

  serve(accountCalls.forgotPassword, async ({ body, attempt }) => {
    await requestRecovery(database, { email: body.email, attempt })
    return {
      message: 'Si el correo tiene una cuenta, te enviamos un enlace para crear una nueva contraseña.',
    }
  })

  serve(accountCalls.resetPassword, async ({ params, body, attempt }) => {
    await resetPassword(database, { token: params.token, password: body.password, attempt })
    return { message: 'Tu contraseña fue cambiada. Ya puedes iniciar sesión.' }
  })
}
