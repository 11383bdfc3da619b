import { sql } from 'kysely'
import { type SecondFactor, secondFactorCalls } from '#contract/second-factor.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { deviceCookie, rememberedCookie } from '../../http/device-cookies.ts'
import { forgiveAttempts } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve.ts'
import { noteCode } from '../../http/sessions.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { finishLogin } from './finish-login.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { listRequiredRoles, setRequiredRoles } from './required-roles.ts'
import { confirmSecondFactor, startSecondFactor } from './set-up.ts'
import { spendCode } from './spend-code.ts'
import { disableSecondFactor, resetSecondFactor } from './turn-off.ts'

const CODES_MESSAGE = 'Guarda estos códigos ahora: no se mostrarán otra vez.'

/** The calls of the second factor. */
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

/** The state of an account's second factor. */
async function readSecondFactor(database: Db, userId: string): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`
    select factor.user_id is not null as enabled,
      exists (select from second_factor_roles where role = users.role) as required,
      (select count(*)::int from recovery_codes where user_id = users.id) as "recoveryCodes",
      (select count(*)::int from tokens
        where user_id = users.id and purpose = 'remembered-device' and expires_at > now()) as devices
    from users left join second_factors factor on factor.user_id = users.id and factor.confirmed_at is not null
    where users.id = ${userId}`.execute(database)
  return rows[0]!
}
