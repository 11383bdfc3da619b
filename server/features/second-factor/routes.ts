import { secondFactorCalls } from '#contract/second-factor.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { deviceCookie } from '../../http/known-devices.ts'
import { forgiveAttempts } from '../../http/rate-limits.ts'
import { rememberedCookie } from '../../http/remembered-devices.ts'
import type { Serve } from '../../http/serve.ts'
import { noteCode } from '../../http/sessions.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { finishLogin } from './finish-login.ts'
import { readSecondFactor } from './read-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { listRequiredRoles, setRequiredRoles } from './required-roles.ts'
import { confirmSecondFactor, startSecondFactor } from './set-up.ts'
import { spendCode } from './spend-code.ts'
import { disableSecondFactor, resetSecondFactor } from './turn-off.ts'

const CODES_MESSAGE = 'Guarda estos códigos ahora: no se mostrarán otra vez.'

/** The calls of the second factor (docs/product.md#second-factor). */
export function secondFactorRoutes(serve: Serve, { database, config }: Services) {
  const secure = config.publicUrl.startsWith('https:')

  serve(secondFactorCalls.loginWithCode, async ({ body, limitSubject, request, reply }) => {
    const { answer, device, remembered } = await finishLogin(database, { ...body, limitSubject, request })
    const cookies = [deviceCookie(device, { secure })]
    if (remembered) cookies.push(rememberedCookie(remembered, { secure }))
    reply.header('set-cookie', cookies)
    return answer
  })

  serve(secondFactorCalls.getSecondFactor, async ({ session }) => ({
    data: await readSecondFactor(database, session.userId),
  }))

  serve(secondFactorCalls.startSecondFactor, async ({ body, session, limitSubject }) => {
    const data = await startSecondFactor(database, session.userId, body.password)
    await forgiveAttempts(database, 'password', limitSubject)
    return { data }
  })

  serve(secondFactorCalls.confirmSecondFactor, async ({ body, actor, limitSubject }) => {
    const recoveryCodes = await confirmSecondFactor(database, { ...body, actor })
    await forgiveAttempts(database, 'secondFactor', limitSubject)
    return { message: CODES_MESSAGE, data: { recoveryCodes } }
  })

  serve(secondFactorCalls.disableSecondFactor, async ({ body, actor, limitSubject }) => {
    await disableSecondFactor(database, { ...body, actor })
    await forgiveAttempts(database, 'secondFactor', limitSubject)
    return { message: 'El segundo factor quedó desactivado.' }
  })

  serve(secondFactorCalls.giveCodeAgain, async ({ body, session, limitSubject, request }) => {
    await inTransaction(database, async (tx) => {
      await spendCode(tx, session.userId, body.code)
      await noteCode(tx, String(request.headers['x-access-token']))
    })
    await forgiveAttempts(database, 'secondFactor', limitSubject)
    return { message: 'Código correcto.' }
  })

  serve(secondFactorCalls.renewRecoveryCodes, async ({ actor }) => ({
    message: CODES_MESSAGE,
    data: { recoveryCodes: await renewRecoveryCodes(database, actor) },
  }))

  serve(secondFactorCalls.resetSecondFactor, async ({ params, actor }) => {
    await resetSecondFactor(database, requireId(params.id), actor)
    return { message: 'El segundo factor quedó restablecido. Le avisamos por correo.' }
  })

  serve(secondFactorCalls.getRequiredRoles, async () => ({
    data: { roles: await listRequiredRoles(database) },
  }))

  serve(secondFactorCalls.requireSecondFactor, async ({ body, actor }) => {
    await setRequiredRoles(database, body.roles, actor)
    return { message: 'Quedó guardado. Rige desde el próximo inicio de sesión.' }
  })
}
