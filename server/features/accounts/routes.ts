import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Serve } from '../../http/serve.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Services } from '../../services.ts'
import { logIn } from './log-in.ts'
import { registerClient } from './register-client.ts'
import { resetPassword } from './reset-password.ts'

/** Registration, login and password recovery: the calls that need no session. */
export function accountRoutes(serve: Serve, { database }: Services) {
  serve(userCalls.createClient, async ({ body }) => {
    await registerClient(database, body)
    return { message: 'Tu cuenta fue creada. Ya puedes iniciar sesión.' }
  })

  serve(userCalls.login, ({ body, limitSubject }) => logIn(database, { ...body, limitSubject }))

  serve(userCalls.adminLogin, ({ body, limitSubject }) =>
    logIn(database, { ...body, limitSubject, staffOnly: true }),
  )

  serve(accountCalls.forgotPassword, async ({ body: { email } }) => {
    // Whether the address has an account is looked up when the mail is sent: here, known and unknown addresses take the
    // same work and time (docs/product.md#password-recovery).
    await inTransaction(database, (tx) => queueMail(tx, { kind: 'recovery', email }))
    return {
      message: 'Si el correo tiene una cuenta, te enviamos un enlace para crear una nueva contraseña.',
    }
  })

  serve(accountCalls.resetPassword, async ({ params, body }) => {
    await resetPassword(database, { token: params.token, password: body.password })
    return { message: 'Tu contraseña fue cambiada. Ya puedes iniciar sesión.' }
  })
}
