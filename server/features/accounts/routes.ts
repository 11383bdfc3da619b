import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { deviceCookie, readDevice } from '../../http/device-cookies.ts'
import type { Serve } from '../../http/serve.ts'
import { closeSession } from '../../http/sessions.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Services } from '../../services.ts'
import { logIn } from './log-in.ts'
import { registerClient } from './register-client.ts'
import { resetPassword } from './reset-password.ts'

/** Registration, login, logout and password recovery. */
export function accountRoutes(serve: Serve, { database, config }: Services) {
  serve(userCalls.createClient, async ({ body }) => {
    await registerClient(database, body)
    return { message: 'Tu cuenta fue creada.' }
  })

  for (const call of [userCalls.login, userCalls.adminLogin])
    serve(call, async ({ body, limitSubject, request, reply }) => {
      const staffOnly = call === userCalls.adminLogin
      const { answer, device } = await logIn(database, { ...body, limitSubject, request, staffOnly })
      const secure = config.publicUrl.startsWith('https:')
      if (device) reply.header('set-cookie', deviceCookie(device, { secure }))
      return answer
    })

  serve(userCalls.logout, async ({ request }) => {
    await closeSession(database, String(request.headers['x-access-token']))
    return { message: 'Tu sesión fue cerrada.' }
  })

  serve(accountCalls.forgotPassword, async ({ body: { email } }) => {
    // The account is looked up when the mail is sent, so that this call takes the same time for known and unknown addresses.
    await inTransaction(database, (tx) => queueMail(tx, { kind: 'recovery', email }))
    return {
      message: 'Si el correo tiene una cuenta, te enviamos un enlace para crear una nueva contraseña.',
    }
  })

  serve(accountCalls.resetPassword, async ({ params, body, limitSubject, request }) => {
    await resetPassword(database, {
      token: params.token,
      password: body.password,
      limitSubject: { ...limitSubject, device: readDevice(request) },
    })
    return { message: 'Tu contraseña fue cambiada. Ya puedes iniciar sesión.' }
  })
}
